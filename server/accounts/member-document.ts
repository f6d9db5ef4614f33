import { setImmediate as afterOthers } from 'node:timers/promises';
import { chunk, padForIn } from '#server/store/chunk.ts';
import { portableRows, untyped } from '#server/store/copy.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { primaryKeys, type Tables, tableNames } from '#server/store/tables.ts';
import { memberData } from './member-data.ts';

/** Every row that is a member's, by table. A table without any is left out. */
export type MemberDocument = { [T in keyof Tables]?: Record<string, unknown>[] };

/** Everything of a member, with the contents of their log entries: what a removal takes. */
export async function memberDocument(db: Db, uid: string): Promise<MemberDocument> {
  return (await memberDocuments(db, [uid])).get(uid) ?? {};
}

/**
 * The rows of a table that are a member's, in the order of their keys. They may be long and many: few together, so that memory
 * holds few, and nobody waits long for them.
 */
export async function* rowsOfMember(
  db: Db,
  table: keyof Tables,
  uid: string,
): AsyncGenerator<Record<string, unknown>[]> {
  const [column, key] = [memberData[table], primaryKeys[table]];
  if (column === null) return;
  const own = untyped(db).selectFrom(table).where(column, '=', uid).orderBy(key);
  const keys = (await own.select(key).execute()).map((row) => row[key]);
  for (const part of chunk(keys, 4)) {
    yield portableRows(await own.selectAll().where(key, 'in', padForIn(part)).execute());
    await afterOthers();
  }
}

/** The documents of several members, a few hundred at most. */
export async function memberDocuments(
  db: Db,
  uids: readonly string[],
  except: readonly string[] = ['closed_accounts'],
): Promise<Map<string, MemberDocument>> {
  const documents = new Map<string, MemberDocument>(uids.map((uid) => [uid, {}]));
  for (const table of tableNames) {
    const column = memberData[table];
    // A closed account has a document itself.
    if (column === null || except.includes(table) || uids.length === 0) continue;
    const rows = await untyped(db)
      .selectFrom(table)
      .selectAll()
      .where(column, 'in', padForIn(uids))
      // A person reads their history in the order in which it happened.
      .orderBy(primaryKeys[table])
      .execute();
    const byMember = Map.groupBy(portableRows(rows), (row) => String(row[column]));
    for (const [uid, own] of byMember) documents.set(uid, { ...documents.get(uid), [table]: own });
  }
  return documents;
}

/** The tables whose rows belong to a row that is no member's, and may be gone. */
const parents: { [T in keyof Tables]?: { column: string; table: keyof Tables } } = {
  group_message_recipients: { column: 'messageId', table: 'group_messages' },
  round_members: { column: 'roundId', table: 'rounds' },
};

/**
 * Puts the rows of a document back, in the caller's transaction, without the sessions. Rows that somebody else's row has
 * replaced meanwhile stay away; an account with the same id or address is a unique violation.
 */
export async function restoreDocument(trx: Trx, document: MemberDocument): Promise<void> {
  for (const table of tableNames) {
    if (table === 'session') continue;
    for (const rows of chunk(await withParents(trx, table, document[table] ?? []))) {
      const insert = untyped(trx).insertInto(table).values(portableRows(rows));
      await insert
        .$if(table === 'changes', (query) =>
          query.onConflict((conflict) =>
            conflict.column('seq').doUpdateSet((is) => ({ fields: is.ref('excluded.fields') })),
          ),
        )
        .$if(table !== 'changes' && table !== 'user', (query) =>
          query.onConflict((conflict) => conflict.doNothing()),
        )
        .execute();
    }
  }
}

async function withParents(
  trx: Trx,
  table: keyof Tables,
  rows: Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const parent = parents[table];
  if (!parent || rows.length === 0) return rows;
  const ids = padForIn(rows.map((row) => row[parent.column]));
  const found = await untyped(trx).selectFrom(parent.table).select('id').where('id', 'in', ids).execute();
  const standing = new Set(found.map(({ id }) => id));
  return rows.filter((row) => standing.has(row[parent.column]));
}
