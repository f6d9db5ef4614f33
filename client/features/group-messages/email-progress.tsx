import { failureMessage } from '#client/lib/api.ts';
import { momentText } from '#client/lib/format.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import typography from '#client/ui/typography.module.css';
import type { BulkProgress } from '#domain/bulk-mail.ts';
import { useStopEmails } from './mutations.ts';
import { sentTexts as texts } from './texts.ts';

interface EmailProgressProps {
  message: string;
  emails: BulkProgress;
  withdrawn: boolean;
}

/** Where the emails of a message stand, and how to stop and continue them. */
export function EmailProgress({ message, emails, withdrawn }: EmailProgressProps) {
  const { total, sent, waiting, stopped, failed, givenUp, perDay, expectedEnd } = emails;
  const stop = useStopEmails(message);
  const canContinue = waiting === 0 && stopped + givenUp > 0;
  return (
    <div className={`${layout.stackS} ${typography.note}`}>
      <progress value={sent} max={Math.max(1, total)} aria-hidden="true" />
      <p>
        {texts.emails(sent, total)}
        {expectedEnd !== null && ` ${texts.emailsUntil(momentText(expectedEnd), perDay)}`}
        {stopped > 0 && ` ${texts.emailsStopped(stopped)}`}
        {failed > 0 && ` ${texts.emailsFailed(failed)}`}
      </p>
      {!withdrawn && (waiting > 0 || canContinue) && (
        <div className={layout.row}>
          <Button variant="default" size="sm" busy={stop.isPending} onClick={() => stop.mutate(waiting > 0)}>
            {waiting > 0 ? texts.stopEmails : texts.continueEmails}
          </Button>
        </div>
      )}
      {stop.isError && <Notice tone="error">{failureMessage(stop.error)}</Notice>}
    </div>
  );
}
