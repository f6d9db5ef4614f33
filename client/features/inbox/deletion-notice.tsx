import { useEffect, useRef } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { inboxMessages } from '#domain/form-inbox.ts';
import { useDeleteMessages, useLastDeletion } from './deletion.ts';
import classes from './deletion-notice.module.css';

/** Says how many messages were deleted, and offers undo. It takes the focus because the pressed button is gone. */
export function DeletionNotice() {
  const deletion = useLastDeletion();
  const restore = useDeleteMessages();
  const notice = useRef<HTMLDivElement>(null);
  const seen = useRef(deletion);

  useEffect(() => {
    if (deletion !== seen.current) notice.current?.focus({ preventScroll: true });
    seen.current = deletion;
  }, [deletion]);

  if (!deletion) return null;
  const { ids, deleted } = deletion;
  return (
    <div ref={notice} tabIndex={-1} className={classes.notice}>
      <Notice tone={restore.isError ? 'error' : 'info'}>
        <div className={classes.content}>
          {restore.isError
            ? inboxMessages.restoreFailed(failureMessage(restore.error))
            : deleted
              ? inboxMessages.deleted(ids.length)
              : inboxMessages.restored(ids.length)}
          {deleted && (
            <Button
              variant="subtle"
              size="sm"
              disabled={restore.isPending}
              onClick={() => restore.mutate({ ids, deleted: false })}
            >
              {inboxMessages.undo}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}
