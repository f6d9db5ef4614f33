import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Db, Store, Trx } from './open.ts';
import { primaryKeys, type Tables, tableNames } from './tables.ts';

type AnyTables = Record<string, Record<string, unknown>>;

const batchSize = 500;

interface TableFingerprint {
  rows: number;
  checksum: string;
}
export type Fingerprint = Record<keyof Tables, TableFingerprint>;

export function fingerprint(db: Db): Promise<Fingerprint> {
  return streamRows(db, async () => {});
}

/** Passes on all rows in batches, table by table, and returns their fingerprint. */
async function streamRows(
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

/** The tables that differ between two fingerprints. */
export function differences(a: Fingerprint, b: Fingerprint): string[] {
  return tableNames.filter(
    (table) => a[table].rows !== b[table].rows || a[table].checksum !== b[table].checksum,
  );
}

/**
 * Replaces the whole content of `target` with that of `source`, in the caller's transaction.
 * @returns the fingerprint of the source
 */
export async function replaceAll(source: Db, target: Store, trx: Trx): Promise<Fingerprint> {
  await emptyAll(target, trx);
  const read = await streamRows(source, (table, rows) => insert(trx, table, rows));
  await target.finishBulkWrite(trx);
  return read;
}

async function emptyAll({ engine }: Store, trx: Trx): Promise<void> {
  // PostgreSQL would otherwise check the foreign keys of each deleted row.
  if (engine === 'postgres') {
    await sql`truncate ${sql.join(tableNames.map((table) => sql.table(table)))}`.execute(trx);
    return;
  }
  for (const table of [...tableNames].reverse()) await sql`delete from ${sql.table(table)}`.execute(trx);
}

/** Both engines accept times as ISO text and flags as 0 and 1 for any column. */
async function insert(trx: Trx, table: string, rows: Record<string, unknown>[]): Promise<void> {
  await untyped(trx).insertInto(table).values(portableRows(rows)).execute();
}

/** Rows of any table as both engines accept them. */
export function portableRows(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, portable(value)])),
  );
}

/**
 * Copies all rows into a SQLite database of the same schema, which may be older than this program's: the target's own
 * tables decide what is copied.
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
    let query = untyped(db).selectFrom(table).selectAll().orderBy(key).limit(batchSize);
    if (last !== undefined) query = query.where(key, '>', last);
    const batch = await query.execute();
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    last = batch.at(-1)?.[key];
  }
}

/** The database without the types of its tables and columns, for what reads or copies any of them. */
export function untyped(db: Db): Kysely<AnyTables> {
  return db as unknown as Kysely<AnyTables>;
}

/** A text for a row that is the same on both engines. */
function canonical(row: Record<string, unknown>): string {
  const names = Object.keys(row).sort();
  return `${JSON.stringify(names.map((name) => [name, portable(row[name])]))}\n`;
}

/** Converts PostgreSQL's times and booleans to SQLite's representation. */
function portable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : value;
}
