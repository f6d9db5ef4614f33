import { sql } from 'kysely';
import type { Db } from '#server/store/open.ts';

/** How many transactions of a PostgreSQL database wait for the change log's lock. */
export async function waitingWriters(db: Db): Promise<number> {
  // Other tests' databases are on the same server.
  const { rows } = await sql`
    select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and not granted and datname = current_database()`.execute(db);
  return rows.length;
}
