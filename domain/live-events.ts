import * as z from 'zod/mini';
import { memberUid } from './members.ts';

/**
 * Every change has a topic, which says what open pages have to look at again. They learn the topic and whose it is, and
 * nothing else (docs/decisions/live.md); `client/lib/live-queries.ts` names the data of each.
 */
export const topics = [
  'record',
  /** A record with what it says of the account: name and address. */
  'account',
  'review',
  /** Opinions that count, which lists show. */
  'opinions',
  'results',
  /** Messages to members. */
  'messages',
  'inbox',
  /** Flags of messages in the inbox, which leave the list as it is. */
  'inbox-flags',
  /** The reviewers, and who is invited. */
  'staff',
  /** The club has changed its settings. */
  'settings',
  /** The diagnostics' test write. */
  'test',
  /** All that a page shows, on every page. */
  'everything',
] as const;
export type Topic = (typeof topics)[number];

/** A position in the change log, ascending in commit order. */
export const changeSeq = z.int().check(z.gte(0));

/** The data of a stream's `change` event: which pages look again, and whose data has changed; null for everybody's. */
export const changeEvent = z.object({ topic: z.enum(topics), uid: z.nullable(z.string()) });
export type ChangeEvent = z.infer<typeof changeEvent>;

/** Changes were missed, or concern everybody: every page looks again. */
export const lookAgain: ChangeEvent = { topic: 'everything', uid: null };

/** The topics of reviewers' pages: submissions and reviews, and never the inbox, messages or results. */
const reviewersTopics: readonly Topic[] = ['record', 'account', 'review', 'opinions'];

/** A reviewer's pages learn of these, and of all that concerns every page. */
export function isForReviewers({ topic, uid }: ChangeEvent): boolean {
  return uid === null || reviewersTopics.includes(topic);
}

/**
 * The named events of `GET /api/me/events` and `GET /api/admin/events`.
 * - `ready`: `{}`, once, first. The page fetches what it shows, since it may have missed changes.
 * - `change`: `changeEvent`.
 * - `ping`: `{}`, every 15 s; a client that hears nothing for longer can treat the connection as lost.
 * - `session-ended`: `{}`, last; the client asks for the session, which says why.
 */
export const streamEvents = {
  ready: 'ready',
  change: 'change',
  ping: 'ping',
  sessionEnded: 'session-ended',
} as const;

/** Milliseconds between two pings of a stream. */
export const pingInterval = 15_000;

/**
 * The query string of a stream: the account that the page shows, because an event stream cannot send the header for it
 * (domain/shown-account.ts).
 */
export const streamQuery = z.object({ account: z.optional(memberUid) });
