import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';
import { addDays, dayOf, momentOf } from './days.ts';
import { changeSeq } from './live-events.ts';
import { memberFilter, writtenFilter } from './member-list.ts';
import { isoTime, memberUid } from './members.ts';

/** Members of one request. */
const roundCap = 2_000;

const time = boundedString(40).check(z.iso.datetime('Choose a day and a time'));
const count = z.int().check(z.gte(0));

const answerBy = z.union(
  [
    z.int().check(z.gte(1), z.lte(90)),
    boundedString(40).check(z.iso.date()),
    boundedString(40).check(z.iso.datetime()),
  ],
  'Choose a day, or 1 to 90 days',
);
/** When a selected member has to have answered: a day, a time, or a number of days after the release. */
export type AnswerBy = z.infer<typeof answerBy>;

/** The time until which a member can answer: a day ends at 23:59 where the club is. */
export function answerUntil(by: AnswerBy, releasedAt: number, timeZone: string): string {
  if (typeof by === 'string' && by.includes('T')) return new Date(by).toISOString();
  const day = typeof by === 'number' ? addDays(dayOf(releasedAt, timeZone), by) : by;
  return new Date(momentOf(`${day}T23:59`, timeZone)).toISOString();
}

/** The state that a confirmation of a release depends on; `POST /api/admin/results/rounds` releases no other. */
const outcomeState = z.strictObject({
  /** The last change of outcomes. */
  changed: changeSeq,
  /** Members of the round with an outcome to release. Fewer of them have left. */
  decided: count,
  unreviewed: count,
});
export type OutcomeState = z.infer<typeof outcomeState>;

const audienceShape = {
  uids: z.optional(z.array(memberUid).check(z.minLength(1), z.maxLength(roundCap))),
  filter: z.optional(writtenFilter),
  all: z.optional(z.literal(true)),
};
const isOne = z.refine<{ uids?: unknown; filter?: unknown; all?: unknown }>(
  ({ uids, filter, all }) => [uids, filter, all].filter((part) => part !== undefined).length === 1,
  'A round is of some members, of a filter, or of all',
);

/** The members whom a round is about: some, those of a filter, or all. The body of `POST /api/admin/results/rounds/preview`. */
export const roundAudience = z.strictObject(audienceShape).check(isOne);
export type RoundAudience = z.infer<typeof roundAudience>;

/** The body of `POST /api/admin/results/rounds`: now, or at a time. A second plan for the same members replaces the first. */
export const roundRequest = z
  .strictObject({
    ...audienceShape,
    at: z.optional(time),
    /** Asks the selected members to confirm their places. */
    answerBy: z.optional(answerBy),
    shown: z.optional(outcomeState),
    /** Gives the named members of the waiting list a place first. */
    offer: z.optional(z.literal(true)),
  })
  .check(isOne);
export type RoundRequest = z.infer<typeof roundRequest>;

/** The response of `POST /api/admin/results/rounds/preview`: what a release would do now, and what it would leave. */
export const roundPreview = z.object({
  state: outcomeState,
  selected: count,
  /** Members without an outcome. */
  undecided: count,
  /** Members who would be refused and have no feedback. */
  unexplained: count,
  sendsMail: z.boolean(),
  /** Days that the words for the outcomes of this round name, such as '18 December'. */
  days: z.array(z.string()),
  /** Links in these words that were the last season’s. */
  links: z.array(z.string()),
  /** The next messages to members that are planned, which may have been written for another result. */
  messages: z.array(z.object({ at: isoTime, excerpt: z.string() })),
});
export type RoundPreview = z.infer<typeof roundPreview>;

const round = z.object({
  id: z.string(),
  /** For chosen members: who they are, while the round is planned. */
  uids: z.optional(z.array(z.string())),
  filter: z.optional(memberFilter),
  all: z.optional(z.literal(true)),
  plannedFor: z.nullable(isoTime),
  /** The time of a plan that the restore of a backup has cancelled. */
  cancelledPlan: z.nullable(isoTime),
  releasedAt: z.nullable(isoTime),
  answerBy: z.nullable(answerBy),
  /** To whom it gave a result, or would give one now. */
  members: count,
  /** Members who had an outcome when it was confirmed, and left before it. */
  left: count,
});
export type Round = z.infer<typeof round>;

/** The body of `PUT /api/admin/results/places`: gives members until another time to answer. */
export const placesWrite = z.strictObject({
  uids: z.array(memberUid).check(z.minLength(1), z.maxLength(roundCap)),
  answerBy,
});
export type PlacesWrite = z.infer<typeof placesWrite>;

/** How many released rounds are listed. */
export const roundsShown = 20;

/** Plans at the same time. */
export const plannedCap = 20;

/** The response of `GET /api/admin/results/rounds`: plans, the next one first, then what was released, newest first. */
export const roundsList = z.object({ rounds: z.array(round) });
export type RoundsList = z.infer<typeof roundsList>;
