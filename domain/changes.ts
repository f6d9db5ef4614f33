import * as z from 'zod/mini';
import { type ChangeEvent, changeSeq, lookAgain, type Topic } from './live-events.ts';
import { memberUid } from './members.ts';

interface KindOfChange {
  /** How the list of changes names it. */
  label: string;
  topic: Topic;
  /** The pages can undo it (`isUndoable`). */
  undoable?: true;
  /** It concerns no member: it affects no record, and no list or count of changes has it. */
  unlisted?: true;
}

/** Under which changes of the club are filed, such as those of its settings. No account has this id. */
export const clubScope = 'club';

/** Under which changes are filed that concern nobody but the staff, such as those of the inbox. No account has this id. */
export const staffScope = 'staff';

/** Everything that can happen to a member's record, since each write to `members` is logged, and to what only administrators see. */
const kinds = {
  registered: { label: 'Registered', topic: 'record' },
  'track-selected': { label: 'Selected a track', topic: 'record', undoable: true },
  'task-completed': { label: 'Marked the task as done', topic: 'record', undoable: true },
  // The member can mark the task again.
  'task-reopened': { label: 'Marked the task as not done', topic: 'record' },
  'submission-sent': { label: 'Submitted a project', topic: 'record', undoable: true },
  'profile-saved': { label: 'Saved the profile', topic: 'account', undoable: true },
  'email-restored': { label: 'Undid an email change', topic: 'account' },
  'review-changed': { label: 'Review changed', topic: 'record', undoable: true },
  // A released result is corrected, so that the member hears of it.
  'result-released': { label: 'Result released', topic: 'results' },
  'result-corrected': { label: 'Result corrected', topic: 'results' },
  'place-answered': { label: 'Place', topic: 'results' },
  'record-recovered': { label: 'Recovered the record', topic: 'account', undoable: true },
  undone: { label: 'Undone', topic: 'account', undoable: true },
  'extension-set': { label: 'Deadline extended by an administrator', topic: 'record' },
  'record-corrected': { label: 'Details corrected by an administrator', topic: 'account' },
  'reset-link-made': { label: 'An administrator copied a reset link', topic: 'account' },
  'sessions-ended': { label: 'An administrator ended all sessions', topic: 'account' },
  'member-removed': { label: 'Member removed by an administrator', topic: 'account' },
  'member-left': { label: 'Left the portal', topic: 'account' },
  'account-restored': { label: 'Account restored', topic: 'account' },
  'removed-for-good': { label: 'Removed for good by an administrator', topic: 'account' },
  'season-ended': { label: 'Season ended', topic: 'everything' },
  'season-begun': { label: 'Kept for a new season', topic: 'record' },
  'membership-changed': { label: 'Membership of the club', topic: 'results' },
  'settings-changed': { label: 'Settings changed', topic: 'settings', undoable: true },
  'mail-password-changed': { label: 'Password of the mail server changed', topic: 'settings' },
  'provider-secret-changed': { label: 'Secret for the sign-in provider changed', topic: 'settings' },
  'reviewer-invited': { label: 'Reviewer invited', topic: 'staff' },
  'invitation-revoked': { label: 'Invitation of a reviewer revoked', topic: 'staff' },
  'reviewer-joined': { label: 'Reviewer joined', topic: 'staff' },
  'reviewer-ended': { label: 'Reviewer’s role ended', topic: 'staff' },
  'lead-named': { label: 'Next administrator named', topic: 'staff' },
  'lead-revoked': { label: 'Next administrator revoked', topic: 'staff' },
  'administrator-changed': { label: 'Administrator changed', topic: 'everything' },
  imported: { label: 'Moved in', topic: 'everything' },
  'test-node-written': { label: 'Wrote the test node', topic: 'test', unlisted: true },
  'message-received': { label: 'Received a message', topic: 'inbox', unlisted: true },
  'message-marked': { label: 'Marked a message', topic: 'inbox-flags', unlisted: true },
  'messages-deleted': { label: 'Deleted messages', topic: 'inbox', unlisted: true },
  'messages-restored': { label: 'Restored messages', topic: 'inbox', unlisted: true },
  'review-saved': { label: 'Saved a review', topic: 'review', unlisted: true },
  'opinion-saved': { label: 'Saved an opinion', topic: 'opinions', unlisted: true },
  'claim-changed': { label: 'Opened a submission', topic: 'review', unlisted: true },
  'snippets-changed': { label: 'Changed the snippets', topic: 'review', unlisted: true },
  'group-message': { label: 'Sent a message', topic: 'messages', unlisted: true },
  'group-message-dismissed': { label: 'Dismissed a message', topic: 'messages', unlisted: true },
  // Filed under the staff; the list shows it at its members.
  'outcomes-set': { label: 'Outcome set', topic: 'results' },
  'results-changed': { label: 'Changed the results page', topic: 'results', unlisted: true },
} as const satisfies Record<string, KindOfChange>;

export type ChangeKind = keyof typeof kinds;
export const changeKinds = Object.keys(kinds) as ChangeKind[];
export const changeKind = z.enum(changeKinds);

/** How the list of changes names a kind, and which pages it concerns. */
export function describeKind(kind: ChangeKind): KindOfChange {
  return kinds[kind];
}

export const unlistedKinds = changeKinds.filter((kind) => describeKind(kind).unlisted);

/** The name that an entry shows when there is no record of a member behind it. */
export function nameWithoutRecord(kind: ChangeKind): string {
  if (kind === 'season-ended') return 'The season';
  if (describeKind(kind).topic === 'settings') return 'The settings';
  if (['administrator-changed', 'lead-named', 'lead-revoked'].includes(kind)) return 'The administrator';
  if (describeKind(kind).topic === 'staff') return 'The reviewers';
  return describeKind(kind).unlisted ? '' : 'A former member';
}

/** The changed fields with their old and new values. A correction also has its reason, under `reasonField`. */
export const changedFields = z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }));
export type ChangedFields = z.infer<typeof changedFields>;

/** Where a change holds the reason that its author gave. No record has a field of this name. */
export const reasonField = 'reason';

export function eventOf({ kind, uid }: { kind: ChangeKind; uid: string }): ChangeEvent {
  const { topic } = describeKind(kind);
  if (topic === 'everything') return lookAgain;
  // A change of the club concerns every page.
  return { topic, uid: uid === clubScope ? null : uid };
}

/** An entry of the list of changes. */
const loggedChange = z.object({
  seq: changeSeq,
  /** Whose record changed. */
  uid: z.string(),
  /** The member's name as it is now. */
  fullName: z.string(),
  /** The one who changed it: the member, or the administrator. */
  actor: z.enum(['member', 'administrator']),
  /** The name of a reviewer who made it, as it is now; null for the member and the administrator. */
  by: z.nullable(z.string()),
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
  changes: z.array(loggedChange),
  nextCursor: z.nullable(changeSeq),
});
export type ChangesPage = z.infer<typeof changesPage>;

/**
 * Whether a change can be undone: choices of the member or the administrator can. A registration cannot, and neither
 * can an e-mail change, because its owner signs in with the address and has a separate link to restore it.
 */
export function isUndoable(kind: ChangeKind, fieldNames: readonly string[]): boolean {
  if (!describeKind(kind).undoable) return false;
  // A recovery that created the record names every field. One that overwrote a record can restore it, date included.
  if (kind === 'record-recovered') return !fieldNames.includes('email');
  return !fieldNames.includes('email') && !fieldNames.includes('createdAt');
}

export const undoMessages = {
  /** The member's act, in the email about its undo. */
  acts: {
    'submission-sent': 'your submitted project',
    'track-selected': 'your choice of a development track',
    'task-completed': 'your mark that the task is done',
  } as Partial<Record<ChangeKind, string>>,
  otherAct: 'a change of your profile',
  wouldLose: (name: string, losses: readonly string[], byEmail: boolean) =>
    `${name} did this, and would lose ${losses.join(' and ')}.${byEmail ? ` ${name} gets an email about it.` : ''}`,
  changedMeanwhile: 'The record has just changed, so nothing was undone.',
  project: (repository: string) => `the project ${repository}`,
  review: (result: string) => `its review (${result})`,
  track: (label: string) => `the choice of ${label}`,
  task: 'the mark that the task is done',
  profile: 'what was saved in the profile',
  missing: 'This change is not in the log.',
  notYours: 'Only the administrator can undo this: you can undo your own reviews.',
  notUndoable: 'This change cannot be undone.',
  changedSince: 'The record has changed since. Nothing was undone.',
  batchChangedSince: (changed: number, all: number) =>
    `${changed} of ${all} records have changed since. Nothing was undone.`,
} as const;
