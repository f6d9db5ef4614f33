import { PostgresAdapter, sql } from 'kysely';
import type { Db } from './open.ts';

/**
 * The time by the one clock that all processes share, in milliseconds since 1970: that of the PostgreSQL server, or of the
 * machine with the SQLite file. Leases and due times are set and compared by it.
 */
export async function databaseTime(db: Db): Promise<number> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return Date.now();
  const { rows } = await sql<{ at: string }>`
    select floor(extract(epoch from clock_timestamp()) * 1000) as at`.execute(db);
  return Number(rows[0]?.at);
}

/** A time of the database as it is stored: ISO 8601, UTC. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}
