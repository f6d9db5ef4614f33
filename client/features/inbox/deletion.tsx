import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { inboxKey, messagesKey } from '#client/lib/admin-keys.ts';
import { failureMessage, request } from '#client/lib/api.ts';
import { unreadKey } from '#client/lib/query-keys.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import {
  deleteManyCap,
  inboxMessages,
  type MessageDeletionAnswer,
  messageDeletionAnswer,
} from '#domain/form-inbox.ts';
import { inboxAddress } from './unread.ts';

/** Messages that were deleted together, and when; null until they are. */
interface Deletion {
  ids: readonly string[];
  deletedAt: string | null;
}

interface Deletions {
  /** The last request, and how many messages it changed: others may have been restored, or removed for good, before. */
  last: { deleted: boolean; changed: number };
  /** The deletions that undo can restore, the newest last. */
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
export function useDeletions(onDeleted: (ids: readonly string[]) => void) {
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
      // Before the list is fetched without them: a selection would say that they have left it.
      if (answer.deletedAt) onDeleted(deletion.ids);
      // A restored message may be open. A deleted one would only be refused.
      const outdated = answer.deletedAt ? [unreadKey, messagesKey] : [inboxKey];
      await Promise.all(outdated.map((key) => client.invalidateQueries({ queryKey: key })));
    },
  };
  return { deletions, deletion: useMutation(change), restoration: useMutation(change) };
}

/**
 * Says how many messages were deleted or restored, and offers undo, one deletion after the other. It takes the focus
 * because the pressed button is gone.
 */
export function DeletionNotice({ deletions, restoration }: ReturnType<typeof useDeletions>) {
  const notice = useRef<HTMLDivElement>(null);
  const seen = useRef(deletions);

  useEffect(() => {
    if (deletions !== seen.current) notice.current?.focus({ preventScroll: true });
    seen.current = deletions;
  }, [deletions]);

  if (!deletions) return null;
  const { last, undoable } = deletions;
  const newest = undoable.at(-1);
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice tone={restoration.isError ? 'error' : 'info'}>
        {restoration.isError
          ? inboxMessages.restoreFailed(failureMessage(restoration.error))
          : !last.deleted && `${inboxMessages.restored(last.changed)} `}
        {!restoration.isError && newest && inboxMessages.deleted(newest.ids.length)}{' '}
        {newest && (
          <LinkButton busy={restoration.isPending} onClick={() => restoration.mutate(newest)}>
            {inboxMessages.undo}
          </LinkButton>
        )}
      </Notice>
    </div>
  );
}
