import * as z from 'zod/mini';
import { trimmedString } from './bounded.ts';
import { isoTime } from './members.ts';
import { criteriaCap, criterionLimit, type ReviewSettings } from './review-settings.ts';

export const highestScore = 10;

/** Opinions that differ by this much are worth a talk. */
export const notableSpread = 3;

const scoreRange = `A score is a whole number from 0 to ${highestScore}`;
const score = z.int(scoreRange).check(z.gte(0, scoreRange), z.lte(highestScore, scoreRange));

/** The scores of an opinion, by the names that the criteria had then. */
export const scores = z.array(z.object({ criterion: z.string(), score: z.number() }));
export type Scores = z.infer<typeof scores>;

/** Scores to set; null takes one away, and those of other criteria stay. */
export const scoresWrite = z
  .array(z.strictObject({ criterion: trimmedString(criterionLimit), score: z.nullable(score) }))
  .check(
    z.maxLength(criteriaCap, 'There are too many criteria'),
    z.refine(
      (given) => new Set(given.map(({ criterion }) => criterion)).size === given.length,
      'A criterion has one score',
    ),
  );

/** The opinion of the reviewer who asks. */
export const ownOpinion = z.object({
  /** The ids of the requirements that it ticks. */
  met: z.array(z.string()),
  scores,
  comment: z.string(),
  /** Whether it counts, and shows the others'. */
  given: z.boolean(),
});
export type OwnOpinion = z.infer<typeof ownOpinion>;

/** An opinion that counts. */
export const opinion = z.object({
  /** The author's name as it is now. */
  by: z.string(),
  /** The titles of the requirements that it ticks, also of those that were removed since. */
  met: z.array(z.string()),
  scores,
  /** The weighted mean of the scores; null without them. */
  score: z.nullable(z.number()),
  comment: z.string(),
  savedAt: isoTime,
});
export type Opinion = z.infer<typeof opinion>;

/** All that count of a submission, in numbers. Mean and spread, from the lowest to the highest, are null without scores. */
export const opinionFigures = z.object({
  count: z.int(),
  mean: z.nullable(z.number()),
  spread: z.nullable(z.number()),
});
export type OpinionFigures = z.infer<typeof opinionFigures>;

/** The response of `GET /api/admin/review-figures`: each reviewer's opinions in numbers. */
export const reviewFigures = z.object({
  reviewers: z.array(
    z.object({
      name: z.string(),
      count: z.int(),
      mean: z.nullable(z.number()),
      /** By how much their scores are above others' of the same submissions, on average; null where nobody else scored. */
      difference: z.nullable(z.number()),
    }),
  ),
});
export type ReviewFigures = z.infer<typeof reviewFigures>;

/**
 * The weighted mean of scores in hundredths, in which it is stored and sorted; null until every criterion has one.
 */
export function hundredthsOf({ criteria }: Pick<ReviewSettings, 'criteria'>, given: Scores): number | null {
  let sum = 0;
  let weight = 0;
  for (const criterion of criteria) {
    const found = given.find((one) => one.criterion === criterion.name);
    if (!found) return null;
    sum += found.score * Number(criterion.weight);
    weight += Number(criterion.weight);
  }
  return Math.round((sum * 100) / weight);
}

/** The ids of the requirements that at least half of the opinions with a tick tick. */
export function metByHalf(opinions: readonly Pick<OwnOpinion, 'met'>[]): string[] {
  const ticked = opinions.filter(({ met }) => met.length > 0);
  const ids = new Set(ticked.flatMap(({ met }) => met));
  return [...ids].filter((id) => 2 * ticked.filter(({ met }) => met.includes(id)).length >= ticked.length);
}

/** The figures of the opinions of a submission that count. */
export function figuresOf(
  opinions: readonly (Pick<Opinion, 'score'> & { given: boolean })[],
): OpinionFigures {
  const counting = opinions.filter(({ given }) => given);
  const all = counting.flatMap(({ score: one }) => (one === null ? [] : [one]));
  const mean = all.length > 0 ? all.reduce((sum, one) => sum + one, 0) / all.length : null;
  return {
    count: counting.length,
    mean: mean === null ? null : Math.round(mean * 100) / 100,
    spread: all.length > 1 ? Math.round((Math.max(...all) - Math.min(...all)) * 100) / 100 : null,
  };
}

export const opinionTexts = {
  noCriterion: 'There is no such criterion',
  noName: 'A former reviewer',
  listsOnly: 'This filter is for lists. Select the members to write to.',
} as const;
