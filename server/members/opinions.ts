import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { type Opinion, opinionTexts, scores } from '#domain/opinions.ts';
import { padForIn } from '#server/store/chunk.ts';
import type { Db } from '#server/store/open.ts';

export interface StoredOpinion extends Omit<Opinion, 'met'> {
  /** The requirements that it ticks: the titles that they had, by id. */
  ticks: Record<string, string>;
  met: string[];
  uid: string;
  submittedAt: string;
  reviewer: string;
  /** Whether it counts. */
  given: boolean;
}

const ticksRule = z.record(z.string(), z.string());

/** The name of the account with this id as it is now, or as it was when a reviewer left. */
export function accountName(id: string): RawBuilder<string> {
  const account = sql.ref(id);
  return sql<string>`coalesce(
    (select nullif("user".name, '') from "user" where "user".id = ${account}),
    (select nullif(staff.name, '') from staff where staff.uid = ${account}),
    ${opinionTexts.noName})`;
}

/** Every opinion about these members' submissions, former ones included, in the order in which they were saved. */
export async function opinionsAbout(db: Db, uids: readonly string[]): Promise<StoredOpinion[]> {
  const rows = await db
    .selectFrom('opinions')
    .selectAll()
    .select(accountName('opinions.reviewer').as('by'))
    .where('opinions.uid', 'in', padForIn(uids))
    .orderBy('opinions.savedAt')
    .orderBy('opinions.id')
    .execute();
  return rows.map(({ given, met, scores: scored, score, ...row }) => {
    const ticks = ticksRule.parse(JSON.parse(met));
    return {
      ...row,
      given: given === 1,
      ticks,
      met: Object.keys(ticks),
      scores: scores.parse(JSON.parse(scored)),
      score: score === null ? null : score / 100,
    };
  });
}

/** The staff's texts and opinions about the present submissions of these members. */
export async function reviewsOnRows(
  db: Db,
  rows: readonly { uid: string; submittedAt: string | null }[],
): Promise<(uid: string) => { note: string; opinions: StoredOpinion[] }> {
  if (rows.length === 0) return () => ({ note: '', opinions: [] });
  const present = new Map(rows.map(({ uid, submittedAt }) => [uid, submittedAt ?? '']));
  const uids = [...present.keys()];
  const [all, reviews] = await Promise.all([
    opinionsAbout(db, uids),
    db
      .selectFrom('reviews')
      .select(['uid', 'submittedAt', 'note'])
      .where('uid', 'in', padForIn(uids))
      .where('note', '!=', '')
      .execute(),
  ]);
  const byMember = Map.groupBy(
    all.filter(({ uid, submittedAt }) => present.get(uid) === submittedAt),
    ({ uid }) => uid,
  );
  const notes = new Map(
    reviews.flatMap(({ uid, submittedAt, note }) => (present.get(uid) === submittedAt ? [[uid, note]] : [])),
  );
  return (uid) => ({ note: notes.get(uid) ?? '', opinions: byMember.get(uid) ?? [] });
}
