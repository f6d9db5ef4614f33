import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Db, Store, Trx } from './open.ts';
import type { Tables } from './tables.ts';

type AnyTables = Record<string, Record<string, unknown>>;

/** Every table with its primary key; rows that others refer to come first. A new table must be listed to compile. */
const primaryKeys = {
  user: 'id',
  session: 'id',
  account: 'id',
  verification: 'id',
  members: 'uid',
  member_facets: 'facet',
  registration_days: 'day',
  admin_visits: 'uid',
  changes: 'seq',
  form_submissions: 'id',
  mail_outbox: 'id',
  test_node: 'id',
  rate_limits: 'key',
  portal_state: 'name',
} satisfies Record<keyof Tables, string>;

export const tableNames = Object.keys(primaryKeys) as (keyof Tables)[];

const batchSize = 500;

/** What a table holds: the number of its rows, and a SHA-256 over them that is the same on both engines. */
export interface TableFingerprint {
  rows: number;
  checksum: string;
}
export type Fingerprint = Record<keyof Tables, TableFingerprint>;

/** Reads everything once. To be called in a transaction that sees one state of the data. */
export function fingerprint(db: Db): Promise<Fingerprint> {
  return readAll(db, async () => {});
}

/** Hands all rows over in batches, table by table, and says what they were. */
async function readAll(
  db: Db,
  take: (table: keyof Tables, rows: Record<string, unknown>[]) => Promise<void>,
): Promise<Fingerprint> {
  const entries: [string, TableFingerprint][] = [];
  for (const table of tableNames) {
    const hash = createHash('sha256');
    let rows = 0;
    for await (const batch of batches(db, table, primaryKeys[table])) {
      rows += batch.length;
      for (const row of batch) hash.update(canonical(row));
      await take(table, batch);
    }
    entries.push([table, { rows, checksum: hash.digest('hex') }]);
  }
  return Object.fromEntries(entries) as Fingerprint;
}

/** The tables in which two states of data differ. */
export function differences(a: Fingerprint, b: Fingerprint): string[] {
  return tableNames.filter(
    (table) => a[table].rows !== b[table].rows || a[table].checksum !== b[table].checksum,
  );
}

/**
 * Replaces everything in `target` by what `source` holds, in the caller's transaction.
 * @returns what was read from the source
 */
export async function replaceAll(source: Db, target: Store, trx: Trx): Promise<Fingerprint> {
  await emptyAll(target, trx);
  const read = await readAll(source, (table, rows) => insert(trx, table, rows));
  await target.continueSequences(trx);
  return read;
}

async function emptyAll({ engine }: Store, trx: Trx): Promise<void> {
  // PostgreSQL would look for what refers to each row that goes, among rows that have gone already.
  if (engine === 'postgres') {
    await sql`truncate ${sql.join(tableNames.map((table) => sql.table(table)))}`.execute(trx);
    return;
  }
  for (const table of [...tableNames].reverse()) await sql`delete from ${sql.table(table)}`.execute(trx);
}

/** Both engines take times as ISO text and flags as 0 and 1, whatever the column. */
async function insert(trx: Trx, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const values = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, portable(value)])),
  );
  await anyTables(trx).insertInto(table).values(values).execute();
}

/**
 * Copies all rows into a SQLite database of the same schema, which need not be this program's: the tables are those
 * that the target has.
 */
export async function copyAnySchema(source: Db, trx: Trx): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(trx);
  const tables = await sql<{ table: string; key: string }>`
    select tables.name as "table", columns.name as "key"
    from sqlite_master as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.pk = 1
      and tables.name not like 'sqlite\\_%' escape '\\' and tables.name not like 'kysely\\_%' escape '\\'`.execute(
    trx,
  );
  for (const { table, key } of tables.rows) {
    await sql`delete from ${sql.table(table)}`.execute(trx);
    for await (const batch of batches(source, table, key)) await insert(trx, table, batch);
  }
}

async function* batches(db: Db, table: string, key: string): AsyncGenerator<Record<string, unknown>[]> {
  let last: unknown;
  for (;;) {
    let query = anyTables(db).selectFrom(table).selectAll().orderBy(key).limit(batchSize);
    if (last !== undefined) query = query.where(key, '>', last);
    const batch = await query.execute();
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1)?.[key];
  }
}

/** The columns are not known to the types here: whatever they are, they are copied. */
function anyTables(db: Db): Kysely<AnyTables> {
  return db as unknown as Kysely<AnyTables>;
}

/** A row as one text, whichever engine it was read from. */
function canonical(row: Record<string, unknown>): string {
  const names = Object.keys(row).sort();
  return `${JSON.stringify(names.map((name) => [name, portable(row[name])]))}\n`;
}

/** PostgreSQL's own times and booleans, written as SQLite keeps them. */
function portable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : value;
}
