import { useSearchParams } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { AuthCard } from './auth-card.tsx';
import { restoreTexts as texts } from './link-texts.ts';
import { useRestoreEmail } from './mailed-links.ts';

/** The notice to a former email address links to this page. Opening a link must change nothing, so it has a button. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? '';
  const restore = useRestoreEmail();

  if (restore.isSuccess) {
    return (
      <AuthCard title={texts.doneTitle}>
        <div className={layout.stackL}>
          <Notice tone="success">{texts.done}</Notice>
          <ButtonLink to="/login">{texts.signIn}</ButtonLink>
        </div>
      </AuthCard>
    );
  }

  return (
    <AuthCard
      title={texts.title}
      subtitle={texts.subtitle}
      below={<TextLink to="/login">{texts.back}</TextLink>}
    >
      <form
        className={layout.stackL}
        onSubmit={(event) => {
          event.preventDefault();
          if (!restore.isPending) restore.mutate({ token });
        }}
      >
        {restore.isError && <Notice tone="error">{failureMessage(restore.error)}</Notice>}
        <SubmitButton busy={restore.isPending} busyLabel={texts.restoring}>
          {texts.restore}
        </SubmitButton>
      </form>
    </AuthCard>
  );
}
