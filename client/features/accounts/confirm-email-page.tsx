import { useSearchParams } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { confirmationTexts } from '#domain/mailed-links.ts';
import { AuthCard } from './auth-card.tsx';
import { useConfirmEmail } from './mailed-links.ts';

/**
 * The mail to a new address links to this page. Opening a link must change nothing, since programs that look for harmful
 * links open each one: the address is confirmed by a button.
 */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? '';
  const confirm = useConfirmEmail();

  if (confirm.isSuccess) {
    return (
      <AuthCard title={confirmationTexts.doneTitle}>
        <div className={layout.stackL}>
          <Notice tone="success">{confirmationTexts.done}</Notice>
          <ButtonLink to="/">{confirmationTexts.goOn}</ButtonLink>
        </div>
      </AuthCard>
    );
  }

  const failure = token ? confirm.error && failureMessage(confirm.error) : confirmationTexts.linkInvalid;
  return (
    <AuthCard
      title={confirmationTexts.title}
      subtitle={confirmationTexts.subtitle}
      below={<TextLink to="/">{confirmationTexts.later}</TextLink>}
    >
      <form
        className={layout.stackL}
        onSubmit={(event) => {
          event.preventDefault();
          if (!confirm.isPending) confirm.mutate({ token });
        }}
      >
        {failure && <Notice tone="error">{failure}</Notice>}
        {token && (
          <SubmitButton busy={confirm.isPending} busyLabel={confirmationTexts.busy}>
            {confirmationTexts.button}
          </SubmitButton>
        )}
      </form>
    </AuthCard>
  );
}
