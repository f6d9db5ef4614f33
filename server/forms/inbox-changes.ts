import { staffScope } from '#domain/changes.ts';
import type { Trx } from '#server/store/open.ts';

interface InboxChange {
  kind: 'message-received' | 'message-marked' | 'messages-deleted' | 'messages-restored';
  /** ISO 8601, UTC. */
  at: string;
  message?: string;
  readAt?: { old: string | null; new: string | null };
  /** In place of one message, how many there are. */
  messages?: number;
}

/**
 * Notifies the administrator's open pages of changes in the inbox, through the change log and in the transaction that
 * made them (docs/decisions/live.md). The log holds the message's id, and nothing of its text.
 */
export function logInboxChange(
  trx: Trx,
  actor: string,
  { kind, at, message, readAt = { old: null, new: null }, messages }: InboxChange,
): Promise<void> {
  const fields =
    messages === undefined
      ? { message: { old: null, new: message ?? null }, readAt }
      : { messages: { old: null, new: messages } };
  return trx.changes.append({ uid: staffScope, actor, kind, at, fields });
}
