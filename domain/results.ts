import * as z from 'zod/mini';
import { boundedString, trimmedString } from './bounded.ts';
import { changeSeq } from './live-events.ts';
import { tracks } from './member-choices.ts';
import { isoTime, memberUid } from './members.ts';
import { outcome } from './outcomes.ts';
import { place } from './places.ts';
import { cleanLine, requiredText, storable } from './required-text.ts';
import { shownOf } from './shown.ts';

/** Outcomes of one request. */
export const outcomesCap = 900;

/** The body of `PATCH /api/admin/outcomes`. */
export const outcomesWrite = z.strictObject({
  uids: z.array(memberUid).check(z.minLength(1), z.maxLength(outcomesCap)),
  outcome: z.nullable(outcome),
  /** The outcomes that the page showed when the button was pressed: an outcome that is another one now is not replaced. */
  shown: z.optional(
    z.array(z.strictObject({ uid: memberUid, outcome: z.nullable(outcome) })).check(z.maxLength(outcomesCap)),
  ),
});
export type OutcomesWrite = z.infer<typeof outcomesWrite>;

const count = z.int().check(z.gte(0));

/** The response of `PATCH /api/admin/outcomes`. */
export const outcomesAnswer = z.object({
  /** How many members have another outcome now. */
  changed: count,
  /** Those of the request that have no record. */
  skipped: z.array(z.string()),
  /** For `POST /api/admin/changes/:seq/undo`; null if nothing changed. */
  seq: z.nullable(changeSeq),
});
export type OutcomesAnswer = z.infer<typeof outcomesAnswer>;

/** Milliseconds in which a correction of a released result can be undone before the member sees it. */
export const correctionGrace = 10 * 60_000;

/** A correction that has not taken effect yet. */
export const pendingCorrection = z.object({
  before: z.nullable(outcome),
  after: z.nullable(outcome),
  reason: z.string(),
  note: z.string(),
  dueAt: isoTime,
});
export type PendingCorrection = z.infer<typeof pendingCorrection>;

/** The response of `GET /api/admin/outcomes/:uid`, and of `POST` and `DELETE /api/admin/results/:uid/correction`. */
export const memberOutcome = z.object({
  outcome: z.nullable(outcome),
  /** Whether the results of the season are released: a change is then a correction that the member sees. */
  released: z.boolean(),
  /** Whether the portal has a mail server, so that the member gets an email about it. */
  sendsMail: z.boolean(),
  correction: z.nullable(pendingCorrection),
});
export type MemberOutcome = z.infer<typeof memberOutcome>;

/** The body of `POST /api/admin/results/:uid/correction`. It takes effect after `correctionGrace`. */
export const correctionWrite = z.strictObject({
  outcome: z.nullable(outcome),
  /** For the history. */
  reason: requiredText('A reason', 300),
  /** A sentence for the member, in the email and beside the result. */
  note: z.optional(
    trimmedString(300, { tooLong: () => 'The sentence must be at most 300 characters long' }).check(
      z.overwrite(cleanLine),
      storable('The sentence'),
    ),
  ),
  shown: shownOf(['outcome']),
});
export type CorrectionWrite = z.infer<typeof correctionWrite>;

/** The response of `GET /api/me/result` and `POST /api/me/place`. All are null until the result is released, and for a member without one. */
export const memberResult = z.object({
  outcome: z.nullable(outcome),
  releasedAt: z.nullable(isoTime),
  /** Whether the member takes the place; null unless an answer was asked for. */
  place: z.nullable(place),
});
export type MemberResult = z.infer<typeof memberResult>;

/** The response of `GET /api/me/result/panel`: what a member with a result sees; null for any other. */
const resultPanel = z.object({
  outcome,
  releasedAt: isoTime,
  title: z.string(),
  text: z.string(),
  /** The administrator's sentence about a correction; '' without one. */
  note: z.string(),
  next: z.string(),
  /** The address of the next step, with what its link says; null if there is none. */
  link: z.nullable(z.object({ href: z.string(), label: z.string() })),
  place: z.nullable(place),
  /** The day of the next step, such as 2026-12-01. */
  date: z.nullable(z.iso.date()),
  /** For the poster, as they were at the release; the season such as '2026'. */
  ...{ fullName: z.string(), track: z.nullable(z.enum(tracks)), season: z.string() },
  /** The id of the member's certificate page, once the member has asked for one. */
  certificate: z.nullable(z.string()),
});
export type ResultPanel = z.infer<typeof resultPanel>;
export const resultPanelAnswer = z.object({ panel: z.nullable(resultPanel) });

/** The response of `GET /api/me/requirements`: null unless the club shows them and the submission is reviewed. */
export const requirementsAnswer = z.object({
  requirements: z.nullable(z.array(z.object({ title: z.string(), met: z.boolean() }))),
});
export type RequirementsAnswer = z.infer<typeof requirementsAnswer>;

/** A certificate's id, which nobody can guess. */
export const certificateId = boundedString(64).check(z.regex(/^[\w-]{22,64}$/));

/** The response of `POST` and `DELETE /api/me/certificate`. */
export const certificateAnswer = z.object({ certificate: z.nullable(z.string()) });

export const resultRefusals = {
  changedMeanwhile: (changed: number) =>
    changed === 1
      ? 'An outcome was just changed on another page. Nothing was set; look at it first.'
      : `${changed} outcomes were just changed on another page. Nothing was set; look at them first.`,
  alreadyReleased: 'This round is already released.',
  correctInstead: (released: number) =>
    released === 1
      ? 'The result of one of them is released. Nothing was set; correct the result on the member’s page.'
      : `The results of ${released} of them are released. Nothing was set; correct them on the members’ pages.`,
  notReleased: 'The result is not released. Set the outcome instead.',
  sameOutcome: 'This is the member’s result already.',
  resultChanged: 'The result was just corrected on another page. Nothing was changed; look at it first.',
  correctionPending: 'A correction of this result is waiting to take effect. Undo it first.',
  notPending: 'No correction is waiting: it has taken effect, or was undone on another page.',
  noOutcomes: 'None of these members has an outcome that is still to be released.',
  notPlanned: 'No such round is planned.',
  tooManyPlans: 'Cancel one of the planned rounds first.',
  answerTooEarly: 'Choose a day after the release.',
  stale: 'Outcomes or submissions have changed since this page showed them. Nothing was released.',
  waitingListChanged: 'The waiting list has just changed. Nothing was moved.',
  notSelected: 'Only a selected member with a confirmed place can have a certificate.',
  undoAfterRelease: 'The result is released. Correct it instead.',
} as const;
