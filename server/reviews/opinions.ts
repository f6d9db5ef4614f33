import { randomBytes } from 'node:crypto';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import { hundredthsOf, type Opinion, type OwnOpinion, opinionTexts, type Scores } from '#domain/opinions.ts';
import type { ReviewSet } from '#domain/review.ts';
import { pick } from '#domain/shown.ts';
import { requirementsAmong, type TaskDefinition } from '#domain/tasks.ts';
import type { Content } from '#server/config/content.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { StoredOpinion } from '#server/members/opinions.ts';
import type { Trx } from '#server/store/open.ts';

/** The task of a submission; undefined without a track. */
export function taskOf(tasks: Content['tasks'], record: Member): TaskDefinition | undefined {
  const track = submissionTrackOf(record);
  return track ? tasks[track] : undefined;
}

export function ownOpinionOf(opinions: readonly StoredOpinion[], reviewer: string): OwnOpinion {
  const own = opinions.find((one) => one.reviewer === reviewer);
  return own
    ? pick(own, ['met', 'scores', 'comment', 'given'])
    : { met: [], scores: [], comment: '', given: false };
}

/** Opinions that count, as pages show them: a requirement has the title of now, or of when it was ticked. */
export function shownOpinions(
  opinions: readonly StoredOpinion[],
  task: TaskDefinition | undefined,
): Opinion[] {
  return opinions
    .filter(({ given }) => given)
    .map((one) => ({
      ...pick(one, ['by', 'scores', 'score', 'comment', 'savedAt']),
      met: Object.entries(one.ticks).map(([id, title]) => (task && titleIn(task, id)) ?? title),
    }));
}

function titleIn({ requirements }: TaskDefinition, id: string): string | undefined {
  return requirements.find((requirement) => requirement.id === id)?.title;
}

/** The titles of the ticked requirements that the task no longer has. */
export function removedMet(ticks: StoredOpinion['ticks'], task: TaskDefinition | undefined): string[] {
  return Object.entries(ticks).flatMap(([id, title]) => (task && titleIn(task, id) ? [] : [title]));
}

/** An opinion after a write. Throws 400 INVALID_INPUT for a criterion that the club does not have. */
export function nextOpinion(
  own: OwnOpinion,
  set: NonNullable<ReviewSet['opinion']>,
  { criteria }: Content['reviews'],
  task: TaskDefinition | undefined,
): OwnOpinion {
  const { met = own.met, scores: changed = [], comment = own.comment, unfinished } = set;
  const isKnown = (name: string) => criteria.some((criterion) => criterion.name === name);
  if (!changed.every(({ criterion }) => isKnown(criterion)))
    throw new Refusal(400, 'INVALID_INPUT', opinionTexts.noCriterion, { field: 'opinion.scores' });
  const others = own.scores.filter(({ criterion }) => !changed.some((one) => one.criterion === criterion));
  const kept = [...others, ...changed.filter((one): one is Scores[number] => one.score !== null)];
  kept.sort((one, other) => (one.criterion < other.criterion ? -1 : 1));
  const idOf = (name: string) => task?.requirements.find(({ title }) => title === name)?.id ?? name;
  return {
    met: [...new Set(met.map(idOf))],
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
    ticks,
    ...opinion
  }: OwnOpinion & Pick<StoredOpinion, 'reviewer' | 'savedAt' | 'ticks'> & { record: Member },
): Promise<void> {
  const task = taskOf(tasks, record);
  const titled = opinion.met.map((id) => [id, (task && titleIn(task, id)) ?? ticks[id] ?? id]);
  const columns = {
    given: Number(opinion.given),
    met: JSON.stringify(Object.fromEntries(titled)),
    metCount: task ? requirementsAmong(task, opinion.met).length : 0,
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
