import { useSearchParams } from 'react-router';
import { failureMessage, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { done } from '#domain/accounts.ts';
import { answerTexts } from '#domain/answers.ts';
import { AuthCard } from './auth-card.tsx';
import { unsubscribeTexts } from './link-texts.ts';

/**
 * The page that the unsubscribe link of a mail opens. Opening it changes nothing, because mail scanners open every
 * link.
 */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? '';
  const stop = useMutation({
    mutationFn: () =>
      request('/api/unsubscribe', done, {
        method: 'POST',
        body: { token },
      }),
  });
  const failure = token ? stop.error && failureMessage(stop.error) : answerTexts.linkInvalid;
  return (
    <AuthCard
      title={answerTexts.unsubscribeTitle}
      {...(!stop.isSuccess && { below: <TextLink to="/">{unsubscribeTexts.toPortal}</TextLink> })}
    >
      <form
        className={layout.stackL}
        onSubmit={(event) => {
          event.preventDefault();
          if (!stop.isPending) stop.mutate();
        }}
      >
        {failure && <Notice tone="error">{failure}</Notice>}
        {stop.isSuccess ? (
          <>
            <Notice tone="success">{answerTexts.unsubscribed}</Notice>
            <ButtonLink to="/">{unsubscribeTexts.toPortal}</ButtonLink>
          </>
        ) : (
          token && (
            <>
              <p>{answerTexts.unsubscribeText}</p>
              <SubmitButton busy={stop.isPending} busyLabel={answerTexts.unsubscribeBusy}>
                {answerTexts.unsubscribeButton}
              </SubmitButton>
            </>
          )
        )}
      </form>
    </AuthCard>
  );
}
