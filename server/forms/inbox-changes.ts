import type { Trx } from '#server/store/open.ts';

interface InboxChange {
  kind: 'message-received' | 'message-marked';
  /** ISO 8601, UTC. */
  at: string;
  /** The message's id. */
  message: string;
  /** When it was read, before and after. */
  readAt?: { old: string | null; new: string | null };
}

/**
 * Notifies the administrator's open pages of changes in the inbox, through the change log and in the transaction that
 * made them (docs/decisions/live.md). The log holds the message's id, and nothing of its text.
 */
export function logMessageChange(
  trx: Trx,
  adminUid: string,
  { kind, at, message, readAt = { old: null, new: null } }: InboxChange,
): Promise<void> {
  return trx.changes.append({
    uid: adminUid,
    actor: adminUid,
    kind,
    at,
    fields: { message: { old: null, new: message }, readAt },
  });
}

/** Notifies them that messages were deleted or restored. */
export function logMessageDeletion(
  trx: Trx,
  adminUid: string,
  { at, deleted, messages }: { at: string; deleted: boolean; messages: number },
): Promise<void> {
  return trx.changes.append({
    uid: adminUid,
    actor: adminUid,
    kind: deleted ? 'messages-deleted' : 'messages-restored',
    at,
    fields: { messages: { old: null, new: messages } },
  });
}

/** Notifies them that all messages were read. */
export function logAllRead(
  trx: Trx,
  adminUid: string,
  { at, messages }: { at: string; messages: number },
): Promise<void> {
  return trx.changes.append({
    uid: adminUid,
    actor: adminUid,
    kind: 'message-marked',
    at,
    fields: { messages: { old: null, new: messages } },
  });
}
