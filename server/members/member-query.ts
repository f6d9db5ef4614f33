import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { linkMarks, linkTexts } from '#domain/link-mark.ts';
import { type FieldWith, fieldsWith } from '#domain/member-fields.ts';
import {
  departmentsOf,
  type MemberFilter,
  type MemberSort,
  type SortDirection,
  stateLabels,
  stepsDone,
  valuesOf,
} from '#domain/member-list.ts';
import { member } from '#domain/members.ts';
import { opinionTexts } from '#domain/opinions.ts';
import type { Outcome } from '#domain/outcomes.ts';
import { repositoryKey, withScheme } from '#domain/project-link.ts';
import { searchableText, searchWords } from '#domain/search-text.ts';
import { Refusal } from '#server/http/refusal.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { isSubmitted } from './derived-columns.ts';
import type { Position } from './member-cursor.ts';
import { placeOfMember } from './place-state.ts';

/** A filter with the part of a record that its search reads; without one, all of it. */
export type Search = MemberFilter & {
  finds?: keyof typeof searchedParts;
  /** A member whom it leaves out. */
  except?: string;
  /** The account that asks. */
  viewer?: string;
};

/** The filter and order of a list, and the position after which it begins. */
export interface MemberOrder {
  filter: Search;
  sort: MemberSort;
  dir: SortDirection;
  after: Position | null;
}

const ofColumns = Object.fromEntries(
  fieldsWith('column').map((name) => {
    const column = sql.ref<string | number>(name);
    const isOptional = member.shape[name] instanceof z.ZodMiniNullable;
    return [name, isOptional ? sql<string>`coalesce(${column}, '')` : column];
  }),
) as Record<FieldWith<{ column: true }>, RawBuilder<string | number>>;

/** The opinions of the member's present submission. */
const ofSubmission = sql`opinions.uid = members.uid and opinions."submittedAt" = coalesce(members."submittedAt", '')`;

/** Those of them that count. */
export const countingOpinions = sql`${ofSubmission} and opinions.given = 1`;

/**
 * The sort key of each order. Never null; text sorts by code point. Those in which the lists open, `createdAt` and
 * `submittedAt`, have an index on the same expression and the uid (docs/decisions/lists.md).
 */
export const sortKeys: Record<MemberSort, RawBuilder<string | number>> = {
  ...ofColumns,
  fullName: sql.ref('nameKey'),
  // As `completedSteps` in domain/progress.ts counts them.
  step: sql`(1 + case when "developmentTrack" is null then 0 else 1 end + "taskCompleted" + "submissionReviewed")`,
  // Members who submitted before times were stored come first among those who have submitted.
  submittedAt: sql`coalesce("submittedAt", case when "githubLink" is null then '' else '0' end)`,
  // Its beginning, because the address of the next page contains it.
  githubLink: sql`coalesce(substr("githubLink", 1, 160), '')`,
  score: sql`case when "githubLink" is null then -1 else coalesce((
    select cast(round(avg(nullif("metCount", 0))) as integer) from opinions where ${ofSubmission}), 0) end`,
  mean: sql`coalesce((select cast(round(avg(score)) as integer) from opinions where ${countingOpinions}), -1)`,
  opinions: sql`(select count(*) from opinions where ${countingOpinions})`,
  spread: sql`coalesce((
    select case when count(score) > 1 then max(score) - min(score) end from opinions where ${countingOpinions}), -1)`,
  comments: sql`coalesce((
    select min(substr(comment, 1, 160)) from opinions where ${countingOpinions} and comment <> ''), '')`,
  note: sql`coalesce((select substr(reviews.note, 1, 160) from reviews
    where reviews.uid = members.uid and reviews."submittedAt" = coalesce(members."submittedAt", '')), '')`,
  outcome: sql`coalesce((
    select case outcomes.outcome when 'selected' then 3 when 'waitlisted' then 2 else 1 end
    from outcomes where outcomes.uid = members.uid), 0)`,
};

/** The administrator's decision about a member of a list: `score` is -1 without a submission. */
export const decisionColumns = [
  sql<number>`${sortKeys.score}`.as('score'),
  sql<Outcome | null>`(select outcomes.outcome from outcomes where outcomes.uid = members.uid)`.as('outcome'),
  sql<Outcome | null>`(select "after" from result_corrections where result_corrections.uid = members.uid)`.as(
    'correctedTo',
  ),
  sql<string | null>`(select "dueAt" from result_corrections where result_corrections.uid = members.uid)`.as(
    'correctedAt',
  ),
  sql<string | null>`(select until from extensions where extensions.uid = members.uid)`.as('until'),
  placeOfMember.as('place'),
];

/** The members of a list, in its order, after a position. Select `sortKey` as well to know where to continue. */
export function selectInOrder(db: Db, { filter, sort, dir, after }: MemberOrder) {
  const key = sortKeys[sort];
  const direction = sql.raw(dir);
  const query = selectMatching(db, filter)
    .select(key.as('sortKey'))
    .orderBy(sql`${key} ${direction}, uid ${direction}`);
  if (!after) return query;
  const beyond = sql.raw(dir === 'asc' ? '>' : '<');
  return (
    query
      // SQLite uses an index on an expression for this comparison, and for that of a pair it reads the whole index.
      .where(sql<SqlBool>`${key} ${beyond}= ${after.key}`)
      .where(sql<SqlBool>`(${key}, uid) ${beyond} (${after.key}, ${after.uid})`)
  );
}

export function countMatching(db: Db, filter: Search): Promise<number> {
  return countRows(selectMatching(db, filter));
}

/** Counts the members of a filter by whether they are reviewed and graded. */
export async function countReviews(
  db: Db,
  filter: Search,
): Promise<{ reviewed: boolean; graded: boolean; members: number }[]> {
  const rows = await selectMatching(db, filter)
    .select(['submissionReviewed', 'graded'])
    .select((is) => is.fn.countAll<number>().as('members'))
    .groupBy(['submissionReviewed', 'graded'])
    .execute();
  return rows.map(({ submissionReviewed, graded, members }) => ({
    reviewed: submissionReviewed === 1,
    graded: graded === 1,
    members,
  }));
}

/** Whether another member has the same student ID, in any spelling. */
function sharesStudentId(shares: boolean): RawBuilder<SqlBool> {
  const shared = sql`select "studentIdKey" from members where "studentIdKey" <> '' group by "studentIdKey" having count(*) > 1`;
  return sql`members."studentIdKey" ${sql.raw(shares ? 'in' : 'not in')} (${shared})`;
}

export function selectMatching(db: Db, filter: Search): SelectQueryBuilder<Tables, 'members', object> {
  const { q, track, year, department, step, submitted, reviewed, graded, score, outcome } = filter;
  const { linkToCheck, sameStudentId, except, address, place } = filter;
  let query: SelectQueryBuilder<Tables, 'members', object> = db.selectFrom('members');
  // A submission counts for the track that it was made for (`submissionTrackOf`).
  const trackOf = submitted
    ? sql<string | null>`coalesce("submissionTrack", "developmentTrack")`
    : sql.ref<string | null>('developmentTrack');
  if (track !== undefined) query = query.where(isOneOf(trackOf, track));
  if (year !== undefined) query = query.where('yearOfStudy', 'in', valuesOf(year).map(Number));
  if (department !== undefined) query = query.where('department', 'in', departmentsOf(department));
  if (step !== undefined) query = query.where(sortKeys.step, 'in', valuesOf(step).map(Number));
  if (submitted !== undefined) query = query.where(isSubmitted(submitted));
  if (reviewed !== undefined) query = query.where('submissionReviewed', '=', Number(reviewed));
  if (graded !== undefined) query = query.where('graded', '=', Number(graded));
  if (linkToCheck !== undefined) query = query.where('linkMark', linkToCheck ? '!=' : '=', '');
  if (sameStudentId !== undefined) query = query.where(sharesStudentId(sameStudentId));
  if (except !== undefined) query = query.where('members.uid', '!=', except);
  if (score !== undefined) query = query.where(sql<SqlBool>`${sortKeys.score} >= ${score}`);
  if (outcome !== undefined) query = query.where(isOneOf(outcomeOf, outcome));
  if (place !== undefined) query = query.where(isOneOf(placeOfMember, place));
  if (address === 'refused')
    query = query.where(
      'members.email',
      'in',
      db.selectFrom('refused_addresses').select('refused_addresses.email'),
    );
  if (address === 'unconfirmed')
    query = query.where(
      'members.uid',
      'in',
      db.selectFrom('user').select('id').where('emailVerified', '=', false),
    );
  for (const condition of opinionConditions(filter)) query = query.where(condition);
  const words = searchWords(projectIn(q) || q);
  return words.length > 0 ? query.where(isFound(q, words, filter.finds)) : query;
}

/** The filters by opinions. Throws 400 INVALID_INPUT for 'mine' where nobody asks, such as in a message. */
function opinionConditions({ mean, opinions, spread, reviewedBy, viewer }: Search): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (mean !== undefined) conditions.push(sql`${sortKeys.mean} >= ${100 * mean}`);
  if (opinions !== undefined) conditions.push(sql`${sortKeys.opinions} = ${opinions}`);
  if (spread !== undefined) conditions.push(sql`${sortKeys.spread} >= ${100 * spread}`);
  if (reviewedBy === undefined) return conditions;
  if (reviewedBy === 'nobody') return [...conditions, sql`${sortKeys.opinions} = 0`];
  if (viewer === undefined)
    throw new Refusal(400, 'INVALID_INPUT', opinionTexts.listsOnly, { field: 'filter.reviewedBy' });
  const own = sql`select 1 from opinions where ${countingOpinions} and opinions.reviewer = ${viewer}`;
  return [...conditions, reviewedBy === 'me' ? sql`exists (${own})` : sql`not exists (${own})`];
}

/** The states of members that a search finds by the whole text that a list shows for them, in lower case. */
const namedStates = new Map<string, RawBuilder<SqlBool>>(
  [
    ...[1, 2, 3, 4].map((count) => [stepsDone(count), sql<SqlBool>`${sortKeys.step} = ${count}`] as const),
    ...linkMarks.map((mark) => [linkTexts.labels[mark], sql<SqlBool>`"linkMark" = ${mark}`] as const),
    [stateLabels.submitted.yes, isSubmitted(true)] as const,
    [stateLabels.submitted.no, isSubmitted(false)] as const,
    [stateLabels.reviewed.yes, sql<SqlBool>`"submissionReviewed" = 1`] as const,
    [stateLabels.reviewed.no, sql<SqlBool>`"submissionReviewed" = 0`] as const,
    [stateLabels.graded.yes, sql<SqlBool>`graded = 1`] as const,
    [stateLabels.graded.no, sql<SqlBool>`graded = 0`] as const,
  ].map(([label, condition]) => [label.toLowerCase(), condition]),
);

/** Every word occurs in the member's text, or the whole text is their phone number or names a state of theirs. */
function isFound(q: string, words: readonly string[], finds: Search['finds']): RawBuilder<SqlBool> {
  const text = finds ? searchedParts[finds] : sql`"searchText"`;
  const occurs = (word: string) => sql<SqlBool>`${text} like ${`%${word}%`}`;
  const all = sql<SqlBool>`(${sql.join(words.map(occurs), sql` and `)})`;
  const phone = finds ? null : subscriberNumber(q);
  const state = namedStates.get(q.trim().toLowerCase().replace(/\s+/g, ' '));
  return sql`(${sql.join([all, ...(phone ? [occurs(phone)] : []), ...(state ? [state] : [])], sql` or `)})`;
}

/** Reviewers search for no contact number, and where they review blind, for nothing but the repository. */
const searchedParts = {
  names: withoutMarks(sql`"nameKey" || ' ' || lower(email) || ' ' || "studentIdKey" || ' ' || repository`),
  projects: withoutMarks(sql`repository`),
};

/** Near to `searchableText`, in SQL. */
function withoutMarks(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return ["'", '-', '.', '@', '_', '/', ':', '+'].reduce(
    (rest, mark) => sql`replace(${rest}, ${mark}, '')`,
    sql`(${text})`,
  );
}

/** A web address stands for its project, with or without its scheme; empty for any other text. */
function projectIn(typed: string): string {
  return repositoryKey(typed.includes('/') ? withScheme(typed) : typed);
}

/** The digits of a phone number after a prefix, which members write or leave out; null for any other text. */
function subscriberNumber(typed: string): string | null {
  return /^\d{11,15}$/.exec(searchableText(typed))?.[0].slice(-10) ?? null;
}

const outcomeOf = sql<
  string | null
>`(select outcomes.outcome from outcomes where outcomes.uid = members.uid)`;

/** Whether a column has one of these values, or none. */
export function isOneOf(column: RawBuilder<string | null>, wanted: string): RawBuilder<SqlBool> {
  const values = valuesOf(wanted).filter((value) => value !== 'none');
  const known = sql`${column} in (${sql.join(values)})`;
  const missing = sql`${column} is null`;
  const isMissing = valuesOf(wanted).length > values.length;
  const parts = [...(values.length > 0 ? [known] : []), ...(isMissing ? [missing] : [])];
  return sql`(${sql.join(parts, sql` or `)})`;
}
