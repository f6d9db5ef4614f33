import { type Kysely, sql } from 'kysely';
import type { Engine } from './columns.ts';

const columns = (...names: string[]) => names.map((name) => sql.ref(name));
const submittedKey = sql`coalesce("submittedAt", case when "githubLink" is null then '' else '0' end)`;

/**
 * Indexes that hold all that a list asks, so that it reads no record but those it shows: records are long and
 * lie anywhere. Those with `cohort` are written whenever a member gets on, hence only these three.
 */
const indexes = {
  // The members of a filter, gathered, with what they are sorted by.
  members_by_cohort: columns(
    'cohort',
    'uid',
    'nameKey',
    'email',
    'studentId',
    'contactNumber',
    'createdAt',
    'submittedAt',
  ),
  // Who registered or submitted early has got further: a filter can lie far down in these orders.
  members_by_createdAt: columns('createdAt', 'uid', 'cohort'),
  members_by_submittedAt: [submittedKey, ...columns('uid', 'cohort')],
  // Student IDs tell the year of admission, and addresses often contain them.
  members_by_year_studentId: columns('yearOfStudy', 'studentId', 'uid'),
  members_by_year_email: columns('yearOfStudy', 'email', 'uid'),
};

/** An order by track needs none of its own (`sharesBy` in server/admin/member-orders.ts). */
const replaced = [
  'members_cohort',
  'members_by_createdAt',
  'members_by_submittedAt',
  'members_by_developmentTrack',
];

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const name of replaced) await db.schema.dropIndex(name).execute();
  for (const [name, keys] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on('members').expression(sql.join(keys)).execute();
  }
  // In SQLite the table is its key's index.
  if (engine === 'postgres') {
    await sql`alter table member_terms drop constraint member_terms_pkey,
      add primary key (entry) include (uid)`.execute(db);
  }
}
