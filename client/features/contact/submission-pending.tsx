import { IconCloudUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { useRestoreFocus } from '#client/lib/use-restore-focus.ts';
import { Button } from '#client/ui/button.tsx';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import { HexSpinner } from '#client/ui/hex-spinner.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { contactMessages, type Submission } from '#domain/contact-form.ts';
import classes from './message-sent.module.css';
import { useRecordSubmission } from './mutations.ts';

interface SubmissionPendingProps {
  project: Submission;
  /** Why it was not recorded; null if that happened before the page was loaded. */
  reason: string | null;
  onRecorded: () => void;
  onDiscard: () => void;
}

/** Shown when a message was sent but its project was not recorded; retries the recording only. */
export function SubmissionPending({ project, reason, onRecorded, onDiscard }: SubmissionPendingProps) {
  const record = useRecordSubmission();
  const content = useRef<HTMLDivElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => content.current?.focus(), []);
  useRestoreFocus(record.isPending, () => retry.current);
  const failure = record.isError ? failureMessage(record.error) : reason;

  return (
    <Panel>
      <div className={classes.sent}>
        <HexIcon icon={IconCloudUpload} color="var(--warning)" size={72} />
        <div ref={content} tabIndex={-1} role="status" className={classes.content}>
          <h2>{contactMessages.pendingTitle}</h2>
          <p>{contactMessages.pending}</p>
        </div>
        {failure && !record.isPending && (
          <div className={classes.reason}>
            <Notice tone="error">{failure}</Notice>
          </div>
        )}
        <div className={classes.actions}>
          <Button
            ref={retry}
            disabled={record.isPending}
            leftSection={record.isPending && <HexSpinner size={18} />}
            onClick={() => record.mutate(project, { onSuccess: onRecorded })}
          >
            {record.isPending ? contactMessages.retrying : contactMessages.retry}
          </Button>
          <Button variant="default" disabled={record.isPending} onClick={onDiscard}>
            {contactMessages.discard}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
