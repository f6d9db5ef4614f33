import * as z from 'zod/mini';

/** Milliseconds after which a submission that nobody works on is free again. */
export const claimTime = 10 * 60_000;

/** The reviewer who has a submission open. */
export const claim = z.object({
  /** The reviewer's name as it is now. */
  by: z.string(),
  /** Whether it is the reviewer who asks. */
  mine: z.boolean(),
  /** Until it is free, unless it is renewed. */
  secondsLeft: z.int(),
});
export type Claim = z.infer<typeof claim>;

/** The body of `PUT /api/admin/reviews/:uid/claim`: opens a submission, or renews that. */
export const claimWrite = z.strictObject({ takeOver: z.optional(z.literal(true)) });

/** The response. 409 CLAIMED has the same as `current`. */
export const claimAnswer = z.object({ claim });

/** Texts about submissions that somebody has open. */
export const claimTexts = {
  open: (name: string) => `${name} has this open.`,
  takenOver: (name: string) =>
    `${name} has taken this over. Your texts stay here, and feedback is theirs now.`,
  takeOver: 'Take over',
  nothingLeft: 'Nothing is left for you here: others have the rest open, or it waits for their opinions.',
} as const;
