import { setImmediate as macrotask } from 'node:timers/promises';
import type { Track } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { completedSteps } from '#domain/progress.ts';
import { chunk } from '#server/store/chunk.ts';
import type { Db } from '#server/store/open.ts';
import { toMember } from './member-row.ts';
import { nameKey, searchedFields, searchTerms, searchText } from './search-terms.ts';

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

/** Of these columns, those that a write alters: a column named in an update has its indexes written anew. */
export function alteredColumns(before: Member, after: Member): Partial<ReturnType<typeof derivedColumns>> {
  const { cohort } = cohortOf(after);
  return {
    ...(isFoundOtherwise(before, after) && {
      nameKey: nameKey(after.fullName),
      searchText: searchText(after),
    }),
    ...(cohort !== cohortOf(before).cohort && { cohort }),
  };
}

function isFoundOtherwise(before: Member, after: Member): boolean {
  return searchedFields.some((name) => before[name] !== after[name]);
}

/** A write to a record; `before` is null for a new one. */
export interface RecordWrite {
  before: Member | null;
  after: Member;
}

/** Brings terms and counts in line with writes, in their transaction. */
export async function followRecords(trx: Db, writes: readonly RecordWrite[]): Promise<void> {
  await followTerms(trx, writes);
  await followCohorts(trx, writes);
  await followDays(trx, writes);
}

async function followTerms(trx: Db, writes: readonly RecordWrite[]): Promise<void> {
  const gone: string[] = [];
  const fresh: { entry: string; uid: string }[] = [];
  for (const { before, after } of writes) {
    if (before && !isFoundOtherwise(before, after)) continue;
    const { uid } = after;
    const had = new Set(before ? searchTerms(before) : []);
    const has = new Set(searchTerms(after));
    for (const term of had) if (!has.has(term)) gone.push(termEntry(term, uid));
    for (const term of has) if (!had.has(term)) fresh.push({ entry: termEntry(term, uid), uid });
  }
  for (const entries of chunk(gone)) {
    await trx.deleteFrom('member_terms').where('entry', 'in', entries).execute();
  }
  for (const rows of chunk(fresh)) await trx.insertInto('member_terms').values(rows).execute();
}

/** Terms hold no space, so everything that begins with a prefix lies together, whosever it is. */
function termEntry(term: string, uid: string): string {
  return `${term} ${uid}`;
}

async function followCohorts(trx: Db, writes: readonly RecordWrite[]): Promise<void> {
  const moves = countMoves(writes, cohortOf, ({ cohort }) => cohort);
  for (const rows of chunk(moves)) {
    await trx
      .insertInto('member_counts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('cohort').doUpdateSet((is) => ({
          members: is('member_counts.members', '+', is.ref('excluded.members')),
        })),
      )
      .execute();
  }
}

async function followDays(trx: Db, writes: readonly RecordWrite[]): Promise<void> {
  const dayRow = ({ createdAt }: Member) => ({ day: dayOf(createdAt) });
  for (const rows of chunk(countMoves(writes, dayRow, ({ day }) => day))) {
    await trx
      .insertInto('registration_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('day').doUpdateSet((is) => ({
          members: is('registration_days.members', '+', is.ref('excluded.members')),
        })),
      )
      .execute();
  }
}

/** By how many members each group grows or shrinks; groups that stay as they are are left out. */
function countMoves<Group>(
  writes: readonly RecordWrite[],
  groupOf: (record: Member) => Group,
  nameOf: (group: Group) => string,
): (Group & { members: number })[] {
  const moves = new Map<string, Group & { members: number }>();
  function move(record: Member, by: number): void {
    const group = groupOf(record);
    const members = (moves.get(nameOf(group))?.members ?? 0) + by;
    moves.set(nameOf(group), { ...group, members });
  }
  for (const { before, after } of writes) {
    if (before) move(before, -1);
    move(after, 1);
  }
  return [...moves.values()].filter(({ members }) => members !== 0);
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
  for await (const records of everyRecord(trx)) {
    for (const record of records) {
      await trx.updateTable('members').set(derivedColumns(record)).where('uid', '=', record.uid).execute();
    }
    await followRecords(
      trx,
      records.map((after) => ({ before: null, after })),
    );
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
  for await (const records of everyRecord(db)) {
    for (const record of records) {
      const { cohort } = cohortOf(record);
      cohorts.set(cohort, (cohorts.get(cohort) ?? 0) + 1);
      const day = dayOf(record.createdAt);
      days.set(day, (days.get(day) ?? 0) + 1);
      terms += searchTerms(record).length;
    }
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

/** All records, in batches. */
async function* everyRecord(db: Db): AsyncGenerator<Member[]> {
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('members')
      .selectAll()
      .where('uid', '>', last)
      .orderBy('uid')
      .limit(batchSize)
      .execute();
    yield rows.map(toMember);
    // SQLite answers without waiting: others would wait for all of it.
    await macrotask();
    last = rows.at(-1)?.uid ?? '';
    if (rows.length < batchSize) return;
  }
}
