import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MemberFilter } from '#domain/member-list.ts';
import { searchWords } from '#server/members/search-terms.ts';
import type { Db } from '#server/store/open.ts';
import { cohortsOf, isNarrowed, recordConditions } from './member-filter.ts';

/**
 * Up to a few members, a list gathers all that match and sorts them. Of more, it walks along the order's index and
 * picks those that match, which come often enough then. Either way a page of 100,000 members costs about what one
 * of 1,000 does (docs/decisions/0008).
 */
export interface Bounds {
  /** How many are a few. */
  few: number;
  /** How many records a walk looks at before it gives up and gathers all that match. */
  longestWalk: number;
}
export const usualBounds: Bounds = { few: 2_000, longestWalk: 8_000 };

/** Above every character that can follow a prefix. */
const last = '\u{10FFFF}';

/** How the members of a filter are found, and how many there are. */
export interface Plan {
  /** A condition that an index answers, true for a few members among which are all that match; null to walk. */
  gather: RawBuilder<SqlBool> | null;
  /** At least so many where it is not exact. */
  total: number;
  totalIsExact: boolean;
}

/** Chooses by the counts that are kept and, for a search, by how many terms begin with each word. */
export async function planFor(db: Db, filter: MemberFilter, { few } = usualBounds): Promise<Plan> {
  const words = searchWords(filter.q);
  const inCohorts = await countInCohorts(db, filter);
  const cohorts = isNarrowed(filter) && inCohorts <= few ? isInCohorts(db, filter) : null;
  if (words.length === 0) return { gather: cohorts, total: inCohorts, totalIsExact: true };

  const gather = (await rareWord(db, words, few)) ?? cohorts;
  if (gather) return { gather, total: await countMatching(db, gather, filter), totalIsExact: true };
  if (words.length === 1 && !isNarrowed(filter)) return { gather, total: few, totalIsExact: false };
  const all = gatherAll(db, filter);
  const total = await countMatching(db, all, filter, few + 1);
  if (total <= few) return { gather: all, total, totalIsExact: true };
  return { gather: null, total: few, totalIsExact: false };
}

/** As `Plan.gather`, whatever it costs: by all words of the search, or else by the filter. */
export function gatherAll(db: Db, filter: MemberFilter): RawBuilder<SqlBool> {
  const words = searchWords(filter.q);
  return words.length > 0 ? hasWords(words) : isInCohorts(db, filter);
}

/** The members that are gathered, as far as they match. */
export function matchingMembers(db: Db, gather: RawBuilder<SqlBool>, filter: MemberFilter) {
  return db.selectFrom('members').where((is) => is.and([gather, ...recordConditions(is, filter)]));
}

async function countInCohorts(db: Db, filter: MemberFilter): Promise<number> {
  const { members } = await cohortsOf(db, filter)
    .select((is) => is.fn.sum<number | null>('members').as('members'))
    .executeTakeFirstOrThrow();
  return Number(members ?? 0);
}

function countMatching(db: Db, gather: RawBuilder<SqlBool>, filter: MemberFilter, most?: number) {
  const matching = matchingMembers(db, gather, filter).select('members.uid');
  return countRows(db, most === undefined ? matching : matching.limit(most));
}

/** The first word that only a few terms begin with, as a condition, or null if there is none. */
async function rareWord(db: Db, words: readonly string[], few: number): Promise<RawBuilder<SqlBool> | null> {
  for (const word of words) {
    const terms = await countRows(db, sql`${membersByWord(word)} limit ${sql.lit(few + 1)}`);
    if (terms <= few) return hasWords([word]);
  }
  return null;
}

function isInCohorts(db: Db, filter: MemberFilter): RawBuilder<SqlBool> {
  return sql`${sql.ref('members.cohort')} in ${cohortsOf(db, filter).select('cohort')}`;
}

function hasWords(words: readonly string[]): RawBuilder<SqlBool> {
  return sql`${sql.ref('members.uid')} in (${sql.join(words.map(membersByWord), sql` intersect `)})`;
}

/** Selects the ids of members with a term that begins with the word, some more than once. */
function membersByWord(word: string): RawBuilder<unknown> {
  const entry = sql.ref('entry');
  return sql`select ${sql.ref('uid')} from ${sql.table('member_terms')} where ${entry} >= ${word} and ${entry} < ${word + last}`;
}

async function countRows(db: Db, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${query}) as counted`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
