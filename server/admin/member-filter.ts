import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MemberFilter } from '#domain/member-list.ts';
import { searchWords } from '#server/members/search-terms.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

/** Whether anything but the search narrows the list. */
export function isNarrowed(filter: MemberFilter): boolean {
  const { track, year, department, step, submitted, reviewed, graded } = filter;
  return [track, year, department, step, submitted, reviewed, graded].some((value) => value !== undefined);
}

/** The cohorts that a filter lets through; the search does not count here. */
export function cohortsOf(db: Db, filter: MemberFilter) {
  let query = db.selectFrom('member_counts');
  if (filter.track !== undefined) query = query.where('track', '=', filter.track);
  if (filter.year !== undefined) query = query.where('yearOfStudy', '=', filter.year);
  if (filter.department !== undefined) query = query.where('department', '=', filter.department);
  if (filter.step !== undefined) query = query.where('step', '=', filter.step);
  if (filter.submitted !== undefined) query = query.where('submitted', '=', Number(filter.submitted));
  if (filter.reviewed !== undefined) query = query.where('reviewed', '=', Number(filter.reviewed));
  if (filter.graded !== undefined) query = query.where('graded', '=', Number(filter.graded));
  return query;
}

type Members = ExpressionBuilder<Tables, 'members'>;

/**
 * The filter as conditions on records. They are written so that no index answers them: the plan has chosen by
 * what the records are found (see member-plan.ts), and SQLite would else prefer any equality to it.
 */
export function recordConditions(is: Members, filter: MemberFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  const column = (name: Parameters<Members['ref']>[0]) => is.ref(name);
  const flag = (value: boolean) => sql.lit(value ? 1 : 0);
  if (filter.track !== undefined) {
    const track = column('developmentTrack');
    conditions.push(filter.track === 'none' ? sql`${track} is null` : sql`${track} || '' = ${filter.track}`);
  }
  if (filter.year !== undefined) {
    conditions.push(sql`${column('yearOfStudy')} + 0 = ${sql.lit(filter.year)}`);
  }
  if (filter.department !== undefined) {
    conditions.push(sql`${column('department')} || '' = ${filter.department}`);
  }
  if (filter.step !== undefined) {
    const chosen = sql`case when ${column('developmentTrack')} is null then 0 else 1 end`;
    const done = sql`${column('taskCompleted')} + ${column('submissionReviewed')}`;
    conditions.push(sql`1 + ${chosen} + ${done} = ${sql.lit(filter.step)}`);
  }
  if (filter.submitted !== undefined) {
    const link = column('githubLink');
    conditions.push(filter.submitted ? sql`${link} is not null` : sql`${link} is null`);
  }
  if (filter.reviewed !== undefined) {
    conditions.push(sql`${column('submissionReviewed')} = ${flag(filter.reviewed)}`);
  }
  if (filter.graded !== undefined) conditions.push(sql`${column('graded')} = ${flag(filter.graded)}`);
  for (const word of searchWords(filter.q)) {
    conditions.push(sql`${column('searchText')} like ${`% ${escapeLike(word)}%`} escape '\\'`);
  }
  return conditions;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
