import type { UseMutationResult } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';

interface LinkActionProps {
  texts: Record<
    'title' | 'button' | 'busy' | 'doneTitle' | 'done' | 'goOn' | 'later' | 'linkInvalid',
    string
  > &
    Partial<Record<'subtitle' | 'about', string>>;
  action: UseMutationResult<unknown, Error, { token: string }>;
  /** Where both ways out of the page lead. */
  to: string;
}

/**
 * The page of a mailed link. Opening it must change nothing, since programs that look for harmful links open each one:
 * a button does what the link is for.
 */
export function LinkAction({ texts, action, to }: LinkActionProps) {
  const token = useSearchParams()[0].get('token') ?? '';
  if (action.isSuccess) {
    return (
      <AuthCard title={texts.doneTitle}>
        <div className={layout.stackL}>
          <Notice tone="success">{texts.done}</Notice>
          <ButtonLink variant="filled" to={to}>
            {texts.goOn}
          </ButtonLink>
        </div>
      </AuthCard>
    );
  }
  const failure = token ? action.error && failureMessage(action.error) : texts.linkInvalid;
  return (
    <AuthCard
      title={texts.title}
      subtitle={texts.subtitle}
      below={<TextLink to={to}>{texts.later}</TextLink>}
    >
      <form
        className={layout.stackL}
        onSubmit={(event) => {
          event.preventDefault();
          if (!action.isPending) action.mutate({ token });
        }}
      >
        {failure && <Notice tone="error">{failure}</Notice>}
        {token && (
          <>
            {texts.about && <p>{texts.about}</p>}
            <SubmitButton busy={action.isPending} busyLabel={texts.busy}>
              {texts.button}
            </SubmitButton>
          </>
        )}
      </form>
    </AuthCard>
  );
}
