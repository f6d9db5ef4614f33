import { setImmediate as macrotask } from 'node:timers/promises';
import type { Db } from '#server/store/open.ts';

const batchSize = 500;

/** All rows of the table, in batches in the order of their uids. */
export async function* everyMember(db: Db) {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('members')
      .selectAll()
      .where('uid', '>', last)
      .orderBy('uid')
      .limit(batchSize)
      .execute();
    yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.uid ?? '';
    // SQLite answers synchronously, so this lets other requests run.
    await macrotask();
  }
}
