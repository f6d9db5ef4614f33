import type { Kysely } from 'kysely';

/** Forgets the counters of limits, whose keys held addresses in clear until now; they begin again with hashed keys. */
export async function up(db: Kysely<{ rate_limits: { key: string } }>): Promise<void> {
  await db.deleteFrom('rate_limits').execute();
}
