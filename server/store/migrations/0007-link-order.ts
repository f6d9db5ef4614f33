import { type Kysely, sql } from 'kysely';

const linkKey = sql`coalesce(substr("githubLink", 1, 160), '')`;

/**
 * The order of lists by link, of those who have one: nobody else is written to it. It holds the beginning of the link,
 * since PostgreSQL refuses an entry of more than 2,704 bytes, and the cohort, so that a filter reads no records.
 * The other orders by what everyone has few values of need no index (`sharesBy` in server/admin/member-orders.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('members_by_githubLink')
    .on('members')
    .expression(sql`${linkKey}, uid, cohort`)
    .where(sql<boolean>`${linkKey} > ''`)
    .execute();
}
