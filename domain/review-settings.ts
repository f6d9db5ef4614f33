import * as z from 'zod/mini';
import { requiredText } from './required-text.ts';

/** Whole numbers as text, because the settings choose them from a list. */
export const weights = ['1', '2', '3', '4', '5'] as const;
export const opinionNumbers = ['1', '2', '3'] as const;

export const criterionLimit = 40;
export const criteriaCap = 5;

const criteria = z
  .array(
    z.strictObject({
      name: requiredText('A criterion', criterionLimit),
      weight: z.enum(weights, 'must be a weight from 1 to 5'),
    }),
  )
  .check(
    z.minLength(1, 'must have at least one entry'),
    z.maxLength(criteriaCap, `must have at most ${criteriaCap} entries`),
    z.refine(
      (entries) => new Set(entries.map(({ name }) => name)).size === entries.length,
      'must not name a criterion twice',
    ),
  );

/** How submissions are reviewed by several people. */
export const reviewSettings = z.strictObject({
  /** Each reviewer scores each of these from 0 to 10. */
  criteria,
  /** How many opinions a submission wants before it counts as reviewed. */
  opinions: z.enum(opinionNumbers, 'must be 1, 2 or 3'),
  /** Reviewers see no names, and the administrator does. */
  blind: z.boolean(),
  feedbackBy: z.enum(['administrator', 'reviewers'], 'must be one of administrator, reviewers'),
});
export type ReviewSettings = z.infer<typeof reviewSettings>;

export const defaultReviewSettings: ReviewSettings = {
  criteria: [{ name: 'Score', weight: '1' }],
  opinions: '1',
  blind: false,
  feedbackBy: 'administrator',
};
