import { z } from 'zod';
import { memberUid } from './members.ts';

/**
 * What travels by the log and is of no member: the diagnostics' write, which tries the real way (docs/decisions/0011),
 * and what happens in the administrator's inbox (0018). No record, list or count of members follows from these.
 */
export const otherKinds = ['test-node-written', 'message-received', 'message-marked'] as const;

/** What the operator does by a command, past the pages (docs/operations.md). None of it can be undone from them. */
export const operatorKinds = [
  'record-corrected',
  'member-removed',
  'season-ended',
  'administrator-changed',
] as const;

/** What can happen to a member's record, every write to `members` being logged as one of these; and the others. */
export const changeKinds = [
  'registered',
  'track-selected',
  'task-completed',
  'submission-sent',
  'profile-saved',
  'email-restored',
  'review-changed',
  'record-recovered',
  'undone',
  ...operatorKinds,
  ...otherKinds,
] as const;
export const changeKind = z.enum(changeKinds);
export type ChangeKind = z.infer<typeof changeKind>;

/** Whether a change of this kind is one of a member's record. */
export function isOfMember(kind: ChangeKind): boolean {
  return !otherKinds.some((other) => other === kind);
}

/** What the list of changes says happened. */
export const changeLabels: Record<ChangeKind, string> = {
  registered: 'Registered',
  'track-selected': 'Selected a track',
  'task-completed': 'Marked the task as done',
  'submission-sent': 'Submitted a project',
  'profile-saved': 'Saved the profile',
  'email-restored': 'Took an e-mail change back',
  'review-changed': 'Review changed',
  'record-recovered': 'Recovered the record',
  undone: 'Undone',
  'record-corrected': 'Record corrected by the operator',
  'member-removed': 'Member removed by the operator',
  'season-ended': 'Season ended: all members were archived and removed',
  'administrator-changed': 'Administrator changed by the operator',
  'test-node-written': 'Wrote the test node',
  'message-received': 'Received a message',
  'message-marked': 'Marked a message',
};

/** Whom an entry is about that belongs to no record, or to none that is still there. */
export function nameWithoutRecord(kind: ChangeKind): string {
  if (kind === 'season-ended') return 'The season';
  if (kind === 'administrator-changed') return 'The administrator';
  return kind === 'member-removed' ? 'A former member' : '';
}

/** The fields that a change touched, each with its value before and after. */
export const changedFields = z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }));
export type ChangedFields = z.infer<typeof changedFields>;

/** A change's place in the log; a later commit has a higher one. */
export const changeSeq = z.number().int().min(0);

const changeHead = {
  seq: changeSeq,
  /** Whose record changed. */
  uid: z.string(),
  /** The member's name as it is now. */
  fullName: z.string(),
  /** Who changed it: the member, or the administrator. */
  actor: z.enum(['member', 'administrator']),
  kind: changeKind,
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Shared by the changes that were made, and are undone, in one go; null for a change of its own. */
  batch: z.string().nullable(),
  /** For kind `undone`: the change that this one takes back. */
  undoes: changeSeq.nullable(),
};

/**
 * The data of a stream's `change` event, whose `id:` is the same `seq`: the changed fields with their new values.
 * `registered` carries every field of the new record.
 */
export const changeEvent = z.object({ ...changeHead, fields: z.record(z.string(), z.unknown()) });
export type ChangeEvent = z.infer<typeof changeEvent>;

/**
 * The data of a stream's `ready` event, the first of every connection. With `resumed` true, what was missed since
 * `Last-Event-ID` (or `?after=`) follows; with false, the stream starts after `seq`, and whatever the page shows
 * from before must be loaded again.
 */
export const streamReady = z.object({ seq: changeSeq, resumed: z.boolean() });
export type StreamReady = z.infer<typeof streamReady>;

/**
 * The named events of `GET /api/me/events` and `GET /api/admin/events`.
 * - `ready`: `streamReady`, once, first.
 * - `change`: `changeEvent`.
 * - `ping`: `{}`, every 15 s; a page that hears nothing for longer may take the connection for dead.
 * - `session-ended`: `{}`, last; the page goes to sign-in and does not reconnect.
 */
export const streamEvents = {
  ready: 'ready',
  change: 'change',
  ping: 'ping',
  sessionEnded: 'session-ended',
} as const;

/** Milliseconds between two pings of a stream. */
export const pingInterval = 15_000;

/** The query string of a stream: `after` resumes like the header `Last-Event-ID`, which wins. */
export const streamQuery = z.object({ after: z.coerce.number().int().min(0).optional() });

/** The fields of `message-received` and `message-marked`: which message, and since when it is read. */
export const messageChange = z.object({ message: z.string(), readAt: z.string().nullable() });

/** An entry of the list of changes. */
export const loggedChange = z.object({
  ...changeHead,
  fields: changedFields,
  /** How many changes the batch has; 1 for a change of its own. */
  batchSize: z.number().int().min(1),
  /** Whether its kind and fields can be taken back; whether the record still allows it shows only when tried. */
  undoable: z.boolean(),
  /** The latest change that took this one back, if one did. */
  undoneBy: changeSeq.nullable(),
});
export type LoggedChange = z.infer<typeof loggedChange>;

/** The query string of `GET /api/admin/changes`. */
export const changesQuery = z.object({
  /** `nextCursor` of the page before. */
  cursor: z.coerce.number().int().min(1).optional(),
  /** Only this member's. */
  uid: memberUid.optional(),
  kind: changeKind.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type ChangesQuery = z.infer<typeof changesQuery>;

/** The answer of `GET /api/admin/changes`: newest first. */
export const changesPage = z.object({
  /** The log's end when this was read: events up to it are in the answer. */
  seq: changeSeq,
  changes: z.array(loggedChange),
  nextCursor: changeSeq.nullable(),
});
export type ChangesPage = z.infer<typeof changesPage>;

/** The answer of `POST /api/admin/changes/:seq/undo`: how many changes were taken back, by which new batch. */
export const undoAnswer = z.object({ undone: z.number().int().min(1), batch: z.string() });
export type UndoAnswer = z.infer<typeof undoAnswer>;

/**
 * What can be taken back: what a member or the administrator chose. Not that somebody registered, and never an
 * e-mail address: it is what its owner signs in with, and the owner has a link of their own for that.
 */
export function isUndoable(kind: ChangeKind, fieldNames: readonly string[]): boolean {
  if (kind === 'registered' || kind === 'email-restored' || !isOfMember(kind)) return false;
  if (operatorKinds.some((operators) => operators === kind)) return false;
  // One that made the record names every field; one that wrote over a record can give it back, its date included.
  if (kind === 'record-recovered') return !fieldNames.includes('email');
  return !fieldNames.includes('email') && !fieldNames.includes('createdAt');
}

/** Texts of undo. */
export const undoMessages = {
  missing: 'This change is not in the log.',
  notUndoable: 'This change cannot be undone.',
  changedSince: 'The record has changed since. Nothing was undone.',
  batchChangedSince: (changed: number, all: number) =>
    `${changed} of ${all} records have changed since. Nothing was undone.`,
} as const;
