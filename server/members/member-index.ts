import type { Member, Track } from '#domain/members.ts';
import { completedSteps } from '#domain/progress.ts';
import type { Db } from '#server/store/open.ts';
import { toMember } from './member-row.ts';
import { nameKey, searchTerms, searchText } from './search-terms.ts';

/**
 * What lists are searched, sorted and counted by is written with the record, in its transaction: `nameKey`,
 * `searchText` and `cohort` beside it, its search terms, the members in each cohort and on each day. A cohort is
 * all members with the same values in everything that a list can be filtered by.
 */
export interface Cohort {
  cohort: string;
  track: Track | 'none';
  yearOfStudy: number;
  department: string;
  step: number;
  submitted: number;
  reviewed: number;
  graded: number;
}

export function cohortOf(record: Member): Cohort {
  const values = {
    track: record.developmentTrack ?? ('none' as const),
    yearOfStudy: record.yearOfStudy,
    step: completedSteps(record),
    submitted: Number(record.githubLink !== null),
    reviewed: Number(record.submissionReviewed),
    graded: Number(record.graded),
    department: record.department,
  };
  return { cohort: Object.values(values).join('/'), ...values };
}

/** The columns of a record that follow from the others. */
export function derivedColumns(record: Member) {
  return {
    nameKey: nameKey(record.fullName),
    searchText: searchText(record),
    cohort: cohortOf(record).cohort,
  };
}

/** Brings terms and counts in line with a write: `before` is null for a new record. In the caller's transaction. */
export async function followRecord(trx: Db, before: Member | null, after: Member): Promise<void> {
  await followTerms(trx, before, after);
  await followCohort(trx, before, after);
  await followDay(trx, before, after);
}

async function followTerms(trx: Db, before: Member | null, after: Member): Promise<void> {
  const had = new Set(before ? searchTerms(before) : []);
  const has = new Set(searchTerms(after));
  const gone = [...had].filter((term) => !has.has(term));
  const fresh = [...has].filter((term) => !had.has(term));
  if (gone.length > 0) {
    const entries = gone.map((term) => termEntry(term, after.uid));
    await trx.deleteFrom('member_terms').where('entry', 'in', entries).execute();
  }
  if (fresh.length > 0) {
    const rows = fresh.map((term) => ({ entry: termEntry(term, after.uid), uid: after.uid }));
    await trx.insertInto('member_terms').values(rows).execute();
  }
}

/** Terms hold no space, so everything that begins with a prefix lies together, whosever it is. */
function termEntry(term: string, uid: string): string {
  return `${term} ${uid}`;
}

async function followCohort(trx: Db, before: Member | null, after: Member): Promise<void> {
  const left = before && cohortOf(before);
  const joined = cohortOf(after);
  if (left?.cohort === joined.cohort) return;
  await trx
    .insertInto('member_counts')
    .values([...(left ? [{ ...left, members: -1 }] : []), { ...joined, members: 1 }])
    .onConflict((conflict) =>
      conflict.column('cohort').doUpdateSet((is) => ({
        members: is('member_counts.members', '+', is.ref('excluded.members')),
      })),
    )
    .execute();
}

async function followDay(trx: Db, before: Member | null, after: Member): Promise<void> {
  const left = before && dayOf(before.createdAt);
  const joined = dayOf(after.createdAt);
  if (left === joined) return;
  await trx
    .insertInto('registration_days')
    .values([...(left ? [{ day: left, members: -1 }] : []), { day: joined, members: 1 }])
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((is) => ({
        members: is('registration_days.members', '+', is.ref('excluded.members')),
      })),
    )
    .execute();
}

/** The day, in UTC, of an ISO 8601 time in UTC. */
export function dayOf(isoTime: string): string {
  return isoTime.slice(0, 'yyyy-mm-dd'.length);
}

const batchSize = 500;

/** Writes all of it anew from the records, in the caller's transaction. */
export async function rebuildMemberIndex(trx: Db): Promise<void> {
  await trx.deleteFrom('member_terms').execute();
  await trx.deleteFrom('member_counts').execute();
  await trx.deleteFrom('registration_days').execute();
  for await (const record of everyRecord(trx)) {
    await trx.updateTable('members').set(derivedColumns(record)).where('uid', '=', record.uid).execute();
    await followRecord(trx, null, record);
  }
}

/**
 * What the lists' counts and terms say that the records do not, or the other way round; empty if all agree.
 * Reads every record.
 */
export async function memberIndexFaults(db: Db): Promise<string[]> {
  const faults: string[] = [];
  const cohorts = new Map<string, number>();
  const days = new Map<string, number>();
  let terms = 0;
  for await (const record of everyRecord(db)) {
    const { cohort } = cohortOf(record);
    cohorts.set(cohort, (cohorts.get(cohort) ?? 0) + 1);
    const day = dayOf(record.createdAt);
    days.set(day, (days.get(day) ?? 0) + 1);
    terms += searchTerms(record).length;
  }
  for (const row of await db.selectFrom('member_counts').select(['cohort', 'members']).execute()) {
    compare(cohorts, row.cohort, row.members);
  }
  for (const row of await db.selectFrom('registration_days').select(['day', 'members']).execute()) {
    compare(days, row.day, row.members);
  }
  for (const key of [...cohorts.keys(), ...days.keys()]) faults.push(`${key} is not counted`);
  const stored = await db
    .selectFrom('member_terms')
    .select((is) => is.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  if (stored.rows !== terms) faults.push(`${stored.rows} search terms are kept, there should be ${terms}`);
  return faults;

  function compare(counted: Map<string, number>, key: string, members: number): void {
    const actual = counted.get(key) ?? 0;
    if (actual !== members) faults.push(`${key} counts ${members} members, there are ${actual}`);
    counted.delete(key);
  }
}

async function* everyRecord(db: Db): AsyncGenerator<Member> {
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('members')
      .selectAll()
      .where('uid', '>', last)
      .orderBy('uid')
      .limit(batchSize)
      .execute();
    for (const row of rows) yield toMember(row);
    last = rows.at(-1)?.uid ?? '';
    if (rows.length < batchSize) return;
  }
}
