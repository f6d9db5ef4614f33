import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MemberSort } from '#domain/member-list.ts';
import { searchWords } from '#server/members/search-terms.ts';
import type { Db } from '#server/store/open.ts';
import { hasWords, isInCohorts, isNarrowed, membersByWord, membersByWords } from './member-filter.ts';
import type { Bounds, List } from './member-plan.ts';

/** How a search finds its members. `words` are those that are left to ask of each record. */
export type Search =
  /** Few: an index answers the condition, and all of them are read. */
  | { way: 'gather'; condition: RawBuilder<SqlBool>; words: readonly string[] }
  /** Those with the words `among` are picked along the order's index. `total` is null where it is not known. */
  | { way: 'pick'; among: readonly string[]; words: readonly string[]; total: number | null }
  /** So many that they come soon: records are read along the order's index. */
  | { way: 'look'; words: readonly string[] };

/**
 * An order by what is searched has those that match side by side, perhaps at its far end, and a filter leaves few of
 * them: more are worth reading then than would otherwise be, before looking for them along the order's index.
 */
const patience = 4;
// Links often have the name in them.
const searchedSorts: readonly MemberSort[] = ['fullName', 'email', 'studentId', 'githubLink'];

/** Null for no search. `members` are those that the filter leaves. */
export async function searchFor(
  db: Db,
  { filter, sort }: List,
  members: number,
  { fewRead, fewTerms }: Bounds,
): Promise<Search | null> {
  const words = searchWords(filter.q);
  if (words.length === 0) return null;
  if (members <= fewRead) return { way: 'gather', condition: isInCohorts(db, filter), words };
  const among: string[] = [];
  for (const word of words) {
    const terms = await countRows(db, sql`${membersByWord(word)} limit ${sql.lit(fewTerms + 1)}`);
    if (terms <= fewTerms) among.push(word);
  }
  const others = words.filter((word) => !among.includes(word));
  if (among.length === 0) return { way: 'look', words };
  const found = await countMembersByWords(db, among);
  const farApart = isNarrowed(filter) || searchedSorts.includes(sort);
  if (found <= (farApart ? patience * fewRead : fewRead)) {
    return { way: 'gather', condition: hasWords(among), words: others };
  }
  const total = others.length === 0 && !isNarrowed(filter) ? found : null;
  return { way: 'pick', among, words: others, total };
}

function countMembersByWords(db: Db, words: readonly string[]): Promise<number> {
  return countRows(db, sql`select distinct uid from (${membersByWords(words)}) as found`);
}

async function countRows(db: Db, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${query}) as counted`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
