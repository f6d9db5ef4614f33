import { failureMessage, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { EmailText } from '#client/ui/email-text.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import typography from '#client/ui/typography.module.css';
import { type Audience, groupMessageTested, type NewGroupMessage } from '#domain/group-messages.ts';
import { composeTexts as texts } from './texts.ts';

interface TestToMyselfProps {
  message: Pick<NewGroupMessage, 'subject' | 'text'>;
  audience: Audience;
  sendsMail: boolean;
}

export function TestToMyself({ message, audience, sendsMail }: TestToMyselfProps) {
  const user = useSessionUser();
  const test = useMutation({
    mutationFn: () =>
      request('/api/admin/message-test', groupMessageTested, {
        method: 'POST',
        body: { ...message, ...audience },
      }),
  });
  return (
    <div className={`${layout.card} ${layout.boxed} ${layout.stackM}`}>
      {!sendsMail && <Notice tone="info">{texts.noServer}</Notice>}
      <p className={typography.note}>
        {texts.emailHelp} <EmailText email={user?.email ?? ''} />.
      </p>
      <div className={layout.row}>
        <Button
          size="sm"
          busy={test.isPending}
          disabled={message.text.trim() === ''}
          onClick={() => test.mutate()}
        >
          {test.isPending ? texts.testing : texts.test}
        </Button>
      </div>
      <div aria-live="polite">
        {test.isSuccess && (
          <Notice tone="success" inLiveRegion>
            {texts.tested(test.data.to)}
          </Notice>
        )}
        {test.isError && (
          <Notice tone="error" inLiveRegion>
            {failureMessage(test.error)}
          </Notice>
        )}
      </div>
    </div>
  );
}
