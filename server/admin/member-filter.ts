import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MemberFilter } from '#domain/member-list.ts';
import type { Db } from '#server/store/open.ts';

/** Whether anything but the search narrows the list. */
export function isNarrowed(filter: MemberFilter): boolean {
  const { track, year, department, step, submitted, reviewed, graded } = filter;
  return [track, year, department, step, submitted, reviewed, graded].some((value) => value !== undefined);
}

/** The cohorts with members that a filter lets through; the search does not count here. */
export function cohortsOf(db: Db, filter: MemberFilter) {
  let query = db.selectFrom('member_counts').where('members', '>', 0);
  if (filter.track !== undefined) query = query.where('track', '=', filter.track);
  if (filter.year !== undefined) query = query.where('yearOfStudy', '=', filter.year);
  if (filter.department !== undefined) query = query.where('department', '=', filter.department);
  if (filter.step !== undefined) query = query.where('step', '=', filter.step);
  if (filter.submitted !== undefined) query = query.where('submitted', '=', Number(filter.submitted));
  if (filter.reviewed !== undefined) query = query.where('reviewed', '=', Number(filter.reviewed));
  if (filter.graded !== undefined) query = query.where('graded', '=', Number(filter.graded));
  return query;
}

/** The filter on records, as a condition by which an index finds them. */
export function isInCohorts(db: Db, filter: MemberFilter): RawBuilder<SqlBool> {
  return sql`cohort in ${cohortsOf(db, filter).select('cohort')}`;
}

/** The same where records are found by something else: no index is offered. */
export function passesFilter(db: Db, filter: MemberFilter): RawBuilder<SqlBool>[] {
  return isNarrowed(filter) ? [sql`cohort || '' in ${cohortsOf(db, filter).select('cohort')}`] : [];
}

/** Members with a term that begins with the word are those whose search text has it behind a space. */
export function hasWord(word: string): RawBuilder<SqlBool> {
  return sql`${sql.ref('searchText')} like ${`% ${escapeLike(word)}%`} escape '\\'`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Above every character that can follow a prefix. */
const last = '\u{10FFFF}';

/** Where the terms that begin with a word lie in `member_terms`. */
export function termRange(word: string): { from: string; below: string } {
  return { from: word, below: word + last };
}

/** Selects the ids of members with a term that begins with the word, some more than once. */
export function membersByWord(word: string): RawBuilder<unknown> {
  const { from, below } = termRange(word);
  return sql`select uid from member_terms where entry >= ${from} and entry < ${below}`;
}

/** The members with all words, as a condition by which an index finds them. */
export function hasWords(words: readonly string[]): RawBuilder<SqlBool> {
  return sql`uid in (${membersByWords(words)})`;
}

/** The same where they are found by something else: the terms are read once, and each record's id looked up in them. */
export function isOfThoseWith(words: readonly string[]): RawBuilder<SqlBool> {
  return sql`uid || '' in (${membersByWords(words)})`;
}

/** Selects the ids of members with all words; with one word, some more than once. */
export function membersByWords(words: readonly string[]): RawBuilder<unknown> {
  return sql.join(words.map(membersByWord), sql` intersect `);
}
