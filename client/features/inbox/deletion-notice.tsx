import { useEffect, useRef } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { inboxMessages } from '#domain/form-inbox.ts';
import { useDeleteMessages, useDeletions } from './deletion.ts';
import classes from './deletion-notice.module.css';

/**
 * Says how many messages were deleted or restored, and offers undo, one deletion after the other. It takes the focus
 * because the pressed button is gone.
 */
export function DeletionNotice() {
  const deletions = useDeletions();
  const restore = useDeleteMessages();
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
    <div ref={notice} tabIndex={-1} className={classes.notice}>
      <Notice tone={restore.isError ? 'error' : 'info'}>
        <div className={classes.content}>
          <span>
            {restore.isError
              ? inboxMessages.restoreFailed(failureMessage(restore.error))
              : !last.deleted && `${inboxMessages.restored(last.changed)} `}
            {!restore.isError && newest && inboxMessages.deleted(newest.ids.length)}
          </span>
          {newest && (
            <Button
              variant="subtle"
              size="sm"
              busy={restore.isPending}
              onClick={() => restore.mutate(newest)}
            >
              {inboxMessages.undo}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}
