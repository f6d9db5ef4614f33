import { sql } from 'kysely';
import type { Db } from '#server/store/open.ts';

/** The process ids of the database's sessions with this application name. */
export async function sessionsOf(db: Db, application: string): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${application}`.execute(db);
  return rows.map(({ pid }) => pid);
}

/** Ends one of them, as an outage would. @returns its process id */
export async function endSession(db: Db, application: string): Promise<number | undefined> {
  const [pid] = await sessionsOf(db, application);
  await sql`select pg_terminate_backend(${pid}::int)`.execute(db);
  return pid;
}
