import { useEffect, useRef } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import { inboxMessages } from '#domain/form-inbox.ts';
import type { useDeletions } from './deletion.ts';

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
