import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#client/lib/api.ts';
import { fetchNewer } from '#client/lib/live-queries.ts';
import { inboxKey, messagesKey, unreadKey } from '#client/lib/query-keys.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { deleteManyCap, type MessageDeletionAnswer, messageDeletionAnswer } from '#domain/form-inbox.ts';
import { inboxAddress } from './unread.ts';

/** Messages that were deleted together, and when; null until they are. */
interface Deletion {
  ids: readonly string[];
  deletedAt: string | null;
}

interface Deletions {
  /** The last request, and how many messages it changed: others may have been restored, or removed for good, before. */
  last: { deleted: boolean; changed: number };
  /** The deletions that undo can take back, the newest last. */
  undoable: readonly Deletion[];
}

/** A restoration ends its own deletion, even if another was made since. */
function withDeletion(
  before: Deletions | null,
  { ids, deletedAt: shown }: Deletion,
  { changed, deletedAt }: MessageDeletionAnswer,
): Deletions {
  const undoable = before?.undoable ?? [];
  return {
    last: { deleted: deletedAt !== null, changed },
    undoable: deletedAt
      ? [...undoable, { ids, deletedAt }]
      : undoable.filter((other) => other.deletedAt !== shown),
  };
}

/** Deletes messages, and restores them until the page is left (docs/decisions/forms.md). */
export function useDeletions() {
  const client = useQueryClient();
  const [deletions, setDeletions] = useState<Deletions | null>(null);
  const change = {
    mutationFn: ({ ids, deletedAt }: Deletion) =>
      request(inboxAddress, messageDeletionAnswer, {
        method: 'PATCH',
        body: { ids: ids.slice(0, deleteManyCap), deletedAt },
      }),
    onSuccess: async (answer: MessageDeletionAnswer, deletion: Deletion) => {
      setDeletions((before) => withDeletion(before, deletion, answer));
      // A restored message may be open. A deleted one would only be refused.
      const outdated = answer.deletedAt ? [unreadKey, messagesKey] : [inboxKey];
      await Promise.all(outdated.map((key) => fetchNewer(client, key)));
    },
  };
  return { deletions, deletion: useMutation(change), restoration: useMutation(change) };
}
