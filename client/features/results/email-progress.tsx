import { useQueryClient } from '@tanstack/react-query';
import { failureMessage, request } from '#client/lib/api.ts';
import { momentText } from '#client/lib/format.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import type { BulkProgress } from '#domain/bulk-mail.ts';
import { resultsView } from '#domain/results.ts';
import { resultsQuery } from './queries.ts';
import { resultsTexts as texts } from './texts.ts';

export function EmailProgress({ emails }: { emails: BulkProgress }) {
  const { total, sent, waiting, stopped, failed, givenUp, perDay, expectedEnd } = emails;
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: (stop: boolean) =>
      request('/api/admin/results/emails', resultsView, { method: 'PATCH', body: { stopped: stop } }),
    onSuccess: (answer) => client.setQueryData(resultsQuery.queryKey, answer),
  });
  return (
    <Panel title={texts.emails}>
      <div className={layout.stackXl}>
        <progress max={total} value={sent} aria-label={texts.emails} />
        <div aria-live="polite">
          <p>{texts.progress(sent, total)}</p>
          {waiting > 0 && <p className={typography.soft}>{texts.waiting(waiting, perDay)}</p>}
          {expectedEnd && <p className={typography.soft}>{texts.end(momentText(expectedEnd))}</p>}
          {stopped > 0 && <p className={typography.soft}>{texts.stopped(stopped)}</p>}
          {failed > 0 && <p className={typography.soft}>{texts.notReached(failed)}</p>}
        </div>
        <div className={layout.row}>
          {waiting > 0 && (
            <Button variant="default" busy={choose.isPending} onClick={() => choose.mutate(true)}>
              {texts.stop}
            </Button>
          )}
          {stopped + givenUp > 0 && (
            <Button variant="default" busy={choose.isPending} onClick={() => choose.mutate(false)}>
              {texts.continue}
            </Button>
          )}
        </div>
        {choose.isError && <Notice tone="error">{texts.choiceFailed(failureMessage(choose.error))}</Notice>}
      </div>
    </Panel>
  );
}
