import { sql } from 'kysely';
import type { Store } from './open.ts';

/** Facts that the engine reports about itself. */
export interface DatabaseInfo {
  version: string;
  /** The size of all data and indexes, in bytes. */
  bytes: number;
  /** How commits reach the disk, and whether that setting can lose none. */
  durability: { value: string; safe: boolean };
}

export async function databaseInfo({ engine, db }: Store): Promise<DatabaseInfo> {
  if (engine === 'sqlite') {
    const row = await sql<{ version: string; bytes: number }>`
      select sqlite_version() as version, page_count * page_size as bytes
      from pragma_page_count(), pragma_page_size()`.execute(db);
    const journal = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db);
    const mode = journal.rows[0]?.journal_mode ?? 'unknown';
    return { ...first(row.rows), durability: { value: mode.toUpperCase(), safe: mode === 'wal' } };
  }
  const row = await sql<{ version: string; bytes: number; durable: string }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      current_setting('synchronous_commit') as durable`.execute(db);
  const { version, bytes, durable } = first(row.rows);
  return {
    version,
    bytes,
    durability: { value: `Write-ahead log, synchronous commit ${durable}`, safe: durable !== 'off' },
  };
}

function first<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('the engine said nothing of itself');
  return row;
}
