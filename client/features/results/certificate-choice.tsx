import { useQueryClient } from '@tanstack/react-query';
import { failureMessage, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import typography from '#client/ui/typography.module.css';
import { certificateAnswer } from '#domain/results.ts';
import { resultQuery } from './queries.ts';
import { myResultTexts as texts } from './texts.ts';

/** Asks for the page that shows to anybody that the member was selected, and removes it. */
export function CertificateChoice({ certificate }: { certificate: string | null }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') =>
      request('/api/me/certificate', certificateAnswer, { method, body: {} }),
    onSuccess: (answer) => {
      client.setQueryData(resultQuery.queryKey, (shown) =>
        shown?.panel ? { panel: { ...shown.panel, ...answer } } : shown,
      );
    },
  });
  const address = `/certificate/${certificate}`;
  return (
    <div className={layout.stackS}>
      <p className={typography.prose}>{certificate ? texts.removed : texts.certificate}</p>
      <div className={layout.line}>
        {certificate ? (
          <>
            <ButtonAnchor href={address} variant="default">
              {texts.open}
            </ButtonAnchor>
            <CopyButton text={new URL(address, window.location.origin).href} label={texts.copy} />
            <Button variant="subtle" busy={change.isPending} onClick={() => change.mutate('DELETE')}>
              {texts.remove}
            </Button>
          </>
        ) : (
          <Button variant="default" busy={change.isPending} onClick={() => change.mutate('POST')}>
            {change.isPending ? texts.asking : texts.ask}
          </Button>
        )}
      </div>
      {change.isError && <Notice tone="error">{texts.failed(failureMessage(change.error))}</Notice>}
    </div>
  );
}
