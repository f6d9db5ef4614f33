import { randomBytes } from 'node:crypto';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import { hundredthsOf, type Opinion, type OwnOpinion, opinionTexts, type Scores } from '#domain/opinions.ts';
import type { ReviewSet } from '#domain/review.ts';
import { pick } from '#domain/shown.ts';
import { countMet } from '#domain/tasks.ts';
import type { Content } from '#server/config/content.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { StoredOpinion } from '#server/members/opinions.ts';
import type { Trx } from '#server/store/open.ts';

export function ownOpinionOf(opinions: readonly StoredOpinion[], reviewer: string): OwnOpinion {
  const own = opinions.find((one) => one.reviewer === reviewer);
  return own
    ? pick(own, ['met', 'scores', 'comment', 'given'])
    : { met: [], scores: [], comment: '', given: false };
}

/** Opinions that count, as pages show them. */
export function shownOpinions(opinions: readonly StoredOpinion[]): Opinion[] {
  return opinions
    .filter(({ given }) => given)
    .map((one) => pick(one, ['by', 'met', 'scores', 'score', 'comment', 'savedAt']));
}

/** An opinion after a write. Throws 400 INVALID_INPUT for a criterion that the club does not have. */
export function nextOpinion(
  own: OwnOpinion,
  set: NonNullable<ReviewSet['opinion']>,
  { criteria }: Content['reviews'],
): OwnOpinion {
  const { met = own.met, scores: changed = [], comment = own.comment, unfinished } = set;
  const isKnown = (name: string) => criteria.some((criterion) => criterion.name === name);
  if (!changed.every(({ criterion }) => isKnown(criterion)))
    throw new Refusal(400, 'INVALID_INPUT', opinionTexts.noCriterion, { field: 'opinion.scores' });
  const others = own.scores.filter(({ criterion }) => !changed.some((one) => one.criterion === criterion));
  const kept = [...others, ...changed.filter((one): one is Scores[number] => one.score !== null)];
  kept.sort((one, other) => (one.criterion < other.criterion ? -1 : 1));
  return {
    met,
    scores: kept,
    comment,
    given: own.given || !unfinished || hundredthsOf({ criteria }, kept) !== null,
  };
}

export async function storeOpinion(
  trx: Trx,
  { tasks, reviews }: Pick<Content, 'tasks' | 'reviews'>,
  {
    record,
    reviewer,
    savedAt,
    ...opinion
  }: OwnOpinion & { record: Member; reviewer: string; savedAt: string },
): Promise<void> {
  const track = submissionTrackOf(record);
  const columns = {
    given: Number(opinion.given),
    met: JSON.stringify(opinion.met),
    metCount: track ? countMet(tasks[track], opinion.met) : 0,
    scores: JSON.stringify(opinion.scores),
    score: hundredthsOf(reviews, opinion.scores),
    comment: opinion.comment,
    savedAt,
  };
  const { uid } = record;
  const submittedAt = record.submittedAt ?? '';
  await trx
    .insertInto('opinions')
    .values({ id: randomBytes(12).toString('base64url'), uid, submittedAt, reviewer, ...columns })
    .onConflict((conflict) => conflict.columns(['uid', 'submittedAt', 'reviewer']).doUpdateSet(columns))
    .execute();
}
