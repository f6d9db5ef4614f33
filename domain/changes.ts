import * as z from 'zod/mini';
import { memberUid } from './members.ts';

/**
 * Kinds of change that concern no member: the diagnostics' test write, which exercises the real path
 * (docs/decisions/tools.md), events of the administrator's inbox (live.md), what only administrators see of a review (reviews.md),
 * messages to members (group-messages.md), and outcomes before their release (results.md).
 * They affect no record, list or count.
 */
export const otherKinds = [
  'test-node-written',
  'message-received',
  'message-marked',
  'messages-deleted',
  'messages-restored',
  'review-saved',
  'snippets-changed',
  'group-message',
  'group-message-dismissed',
  'outcomes-set',
  'results-changed',
] as const;

/** Changes by an administrator or an operator's command (docs/operations.md). The pages cannot undo them. */
const operatorKinds = [
  'record-corrected',
  'reset-link-made',
  'sessions-ended',
  'member-removed',
  'season-ended',
  'administrator-changed',
] as const;

/** Everything that can happen to a member's record, since each write to `members` is logged, and the other kinds. */
export const changeKinds = [
  'registered',
  'track-selected',
  'task-completed',
  'task-reopened',
  'submission-sent',
  'profile-saved',
  'email-restored',
  'review-changed',
  'result-released',
  'result-corrected',
  'record-recovered',
  'undone',
  ...operatorKinds,
  'imported',
  'import-undone',
  ...otherKinds,
] as const;
export const changeKind = z.enum(changeKinds);
export type ChangeKind = z.infer<typeof changeKind>;

/**
 * Kinds that come by the thousand. Pages that follow changes do not receive them one by one: their streams end, and
 * start again with `resumed: false` (docs/decisions/firebase.md).
 */
export const bulkKinds = ['imported', 'import-undone'] as const;

/** Whether a change of this kind concerns a member's record. */
function isOfMember(kind: ChangeKind): boolean {
  return !otherKinds.some((other) => other === kind);
}

/** How the list of changes names each kind. */
export const changeLabels: Record<ChangeKind, string> = {
  registered: 'Registered',
  'track-selected': 'Selected a track',
  'task-completed': 'Marked the task as done',
  'task-reopened': 'Took back that the task is done',
  'submission-sent': 'Submitted a project',
  'profile-saved': 'Saved the profile',
  'email-restored': 'Undid an email change',
  'review-changed': 'Review changed',
  'result-released': 'Result released',
  'result-corrected': 'Result corrected',
  'record-recovered': 'Recovered the record',
  undone: 'Undone',
  'record-corrected': 'Details corrected by an administrator',
  'reset-link-made': 'An administrator copied a reset link',
  'sessions-ended': 'An administrator ended all sessions',
  'member-removed': 'Member removed by an administrator',
  'season-ended': 'Season ended: all members were archived and removed',
  'administrator-changed': 'Administrator changed by the operator',
  imported: 'Moved in',
  'import-undone': 'Move undone',
  'test-node-written': 'Wrote the test node',
  'message-received': 'Received a message',
  'message-marked': 'Marked a message',
  'messages-deleted': 'Deleted messages',
  'messages-restored': 'Restored messages',
  'review-saved': 'Saved a review',
  'snippets-changed': 'Changed the snippets',
  'group-message': 'Sent a message',
  'group-message-dismissed': 'Dismissed a message',
  'outcomes-set': 'Set outcomes',
  'results-changed': 'Changed the results page',
};

/** The name that an entry shows when there is no record of a member behind it. */
export function nameWithoutRecord(kind: ChangeKind): string {
  if (kind === 'season-ended') return 'The season';
  if (kind === 'administrator-changed') return 'The administrator';
  return isOfMember(kind) ? 'A former member' : '';
}

/** The changed fields with their old and new values. A correction also has its reason, under `reasonField`. */
export const changedFields = z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }));
export type ChangedFields = z.infer<typeof changedFields>;

/** Where a change holds the reason that its author gave. No record has a field of this name. */
export const reasonField = 'reason';

/** A position in the change log, ascending in commit order. */
export const changeSeq = z.int().check(z.gte(0));

/** The data of a stream's `change` event, whose `id:` is the same `seq`: which kind of change happened to whom. */
export const changeEvent = z.object({ seq: changeSeq, uid: z.string(), kind: changeKind });
export type ChangeEvent = z.infer<typeof changeEvent>;

/**
 * The data of a stream's `ready` event, the first of every connection. If `resumed` is true, the changes missed since
 * `Last-Event-ID` (or `?after=`) follow. Otherwise the stream starts after `seq`, and the page must reload what it
 * shows.
 */
export const streamReady = z.object({ seq: changeSeq, resumed: z.boolean() });
export type StreamReady = z.infer<typeof streamReady>;

/**
 * The named events of `GET /api/me/events` and `GET /api/admin/events`.
 * - `ready`: `streamReady`, once, first.
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
 * The query string of a stream. `after` resumes like the header `Last-Event-ID`, which takes precedence. `account` names
 * the account that the page shows, because an event stream cannot send the header for it (domain/shown-account.ts).
 */
export const streamQuery = z.object({
  after: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  account: z.optional(memberUid),
});
export type StreamQuery = z.infer<typeof streamQuery>;

/** An entry of the list of changes. */
const loggedChange = z.object({
  seq: changeSeq,
  /** Whose record changed. */
  uid: z.string(),
  /** The member's name as it is now. */
  fullName: z.string(),
  /** The one who changed it: the member, or the administrator. */
  actor: z.enum(['member', 'administrator']),
  kind: changeKind,
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Shared by changes that were made together and are undone together; null for a single change. */
  batch: z.nullable(z.string()),
  /** For kind `undone`: the change that was undone. */
  undoes: z.nullable(changeSeq),
  fields: changedFields,
  /** The number of changes in the batch; 1 for a single change. */
  batchSize: z.int().check(z.gte(1)),
  /** Whether this kind and these fields can be undone. Whether the record still allows it shows only when tried. */
  undoable: z.boolean(),
  /** The latest change that undid this one, if any. */
  undoneBy: z.nullable(changeSeq),
});
export type LoggedChange = z.infer<typeof loggedChange>;

/** The query string of `GET /api/admin/changes`. */
export const changesQuery = z.object({
  /** `nextCursor` of the previous page. */
  cursor: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  /** Limits the list to one member. */
  uid: z.optional(memberUid),
  kind: z.optional(changeKind),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 30),
});
export type ChangesQuery = z.infer<typeof changesQuery>;

/** The response of `GET /api/admin/changes`, newest first. */
export const changesPage = z.object({
  /** The end of the change log at the time of reading: events up to it are included. */
  seq: changeSeq,
  changes: z.array(loggedChange),
  nextCursor: z.nullable(changeSeq),
});
export type ChangesPage = z.infer<typeof changesPage>;

/** `current` of a 409 that asks before a record loses something: names the record's state by its last change. */
export const recordVersion = z.object({ version: changeSeq });
export type RecordVersion = z.infer<typeof recordVersion>;

/** The body of `POST /api/admin/changes/:seq/undo`: what a member did is undone only in the state that `version` names. */
export const undoRequest = z.strictObject({ version: z.optional(changeSeq) });
export type UndoRequest = z.infer<typeof undoRequest>;

/** The response of `POST /api/admin/changes/:seq/undo`: the number of undone changes, and the new batch's id. */
export const undoAnswer = z.object({ undone: z.int().check(z.gte(1)), batch: z.string() });
export type UndoAnswer = z.infer<typeof undoAnswer>;

const neverUndone: ReadonlySet<ChangeKind> = new Set([
  'registered',
  'email-restored',
  // The member can mark the task again.
  'task-reopened',
  // A released result is corrected, so that the member hears of it.
  'result-released',
  'result-corrected',
  // An import is undone as a whole, by the operator.
  'imported',
  'import-undone',
]);

/**
 * Whether a change can be undone: choices of the member or the administrator can. A registration cannot, and neither
 * can an e-mail change, because its owner signs in with the address and has a separate link to restore it.
 */
export function isUndoable(kind: ChangeKind, fieldNames: readonly string[]): boolean {
  if (neverUndone.has(kind) || !isOfMember(kind)) return false;
  if (operatorKinds.some((operators) => operators === kind)) return false;
  // A recovery that created the record names every field. One that overwrote a record can restore it, date included.
  if (kind === 'record-recovered') return !fieldNames.includes('email');
  return !fieldNames.includes('email') && !fieldNames.includes('createdAt');
}

/** Texts of undo. */
export const undoMessages = {
  /** The member's act, in the email about its undo. */
  acts: {
    'submission-sent': 'your submitted project',
    'track-selected': 'your choice of a development track',
    'task-completed': 'your mark that the task is done',
  } as Partial<Record<ChangeKind, string>>,
  otherAct: 'a change of your profile',
  wouldLose: (name: string, losses: readonly string[]) =>
    `${name} did this, and would lose ${losses.join(' and ')}. ${name} gets an email about it.`,
  changedMeanwhile: 'The record has just changed, so nothing was undone.',
  project: (repository: string) => `the project ${repository}`,
  review: (result: string) => `its review (${result})`,
  track: (label: string) => `the choice of ${label}`,
  task: 'the mark that the task is done',
  profile: 'what was saved in the profile',
  missing: 'This change is not in the log.',
  notUndoable: 'This change cannot be undone.',
  changedSince: 'The record has changed since. Nothing was undone.',
  batchChangedSince: (changed: number, all: number) =>
    `${changed} of ${all} records have changed since. Nothing was undone.`,
} as const;
