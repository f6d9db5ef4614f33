import type { Trx } from '#server/store/open.ts';
import { logInboxChange } from './inbox-changes.ts';

interface Reading {
  member: string;
  /** The administrator who reviewed the submission, or takes the review back. */
  actor: string;
  /** When it was reviewed, ISO 8601, UTC: messages read by the review have the same time. */
  at: string;
}

/** Marks the messages by which a member submitted as read, because the submission was reviewed. */
export async function readMessagesOf(trx: Trx, { member, actor, at }: Reading): Promise<void> {
  const read = await trx
    .updateTable('form_submissions')
    .set({ readAt: at })
    .where('memberUid', '=', member)
    .where('readAt', 'is', null)
    .where('deletedAt', 'is', null)
    .where('kind', '=', 'project')
    .returning('id')
    .execute();
  await logMarks(trx, actor, read, at, { old: null, new: at });
}

/** Makes messages unread again that were read by a review, because that review is undone. */
export async function unreadMessagesOf(trx: Trx, { member, actor, at }: Reading): Promise<void> {
  const unread = await trx
    .updateTable('form_submissions')
    .set({ readAt: null })
    .where('memberUid', '=', member)
    .where('readAt', '=', at)
    .returning('id')
    .execute();
  await logMarks(trx, actor, unread, new Date().toISOString(), { old: at, new: null });
}

async function logMarks(
  trx: Trx,
  actor: string,
  messages: readonly { id: string }[],
  at: string,
  readAt: { old: string | null; new: string | null },
): Promise<void> {
  for (const { id } of messages)
    await logInboxChange(trx, actor, { kind: 'message-marked', at, message: id, readAt });
}
