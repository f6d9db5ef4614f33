import { staffScope } from '#domain/changes.ts';
import type { TestNode } from '#domain/diagnostics.ts';
import type { Db, Store } from '#server/store/open.ts';

/** The table has at most one row. */
const onlyRow = 1;

/** The test node as it is stored, or null before the first write. */
export async function readTestNode(db: Db): Promise<TestNode | null> {
  const row = await db
    .selectFrom('test_node')
    .select(['message', 'timestamp'])
    .where('id', '=', onlyRow)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Writes the test node with the current time and publishes it like any change: through the log, the engine's notification
 * and the administrator's stream. It does not touch members.
 */
export function writeTestNode(store: Store, actor: string, message: string): Promise<TestNode> {
  return store.transact(async (trx) => {
    await trx.changes.lock();
    const before = await readTestNode(trx);
    const node = { message, timestamp: new Date().toISOString() };
    await trx
      .insertInto('test_node')
      .values({ id: onlyRow, ...node })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(node))
      .execute();
    await trx.changes.append({
      uid: staffScope,
      actor,
      kind: 'test-node-written',
      at: node.timestamp,
      fields: {
        message: { old: before?.message ?? null, new: node.message },
        timestamp: { old: before?.timestamp ?? null, new: node.timestamp },
      },
    });
    return node;
  });
}
