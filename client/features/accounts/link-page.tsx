import type { QueryClient } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { sessionQuery } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { confirmationTexts } from '#domain/mailed-links.ts';
import { pageAt } from '#domain/pages.ts';
import { restoreTexts, returnTexts, unsubscribeTexts } from './link-texts.ts';
import { endSession, useMailedLink } from './mailed-links.ts';

interface MailedLink {
  texts: Record<
    'title' | 'button' | 'busy' | 'doneTitle' | 'done' | 'goOn' | 'later' | 'linkInvalid',
    string
  > &
    Partial<Record<'subtitle' | 'about', string>>;
  /** The address that uses the link up. */
  address: string;
  /** Where both ways out of the page lead. */
  to: string;
  onSuccess?: (client: QueryClient) => unknown;
}

const links: Partial<Record<string, MailedLink>> = {
  '/confirm-email': {
    texts: confirmationTexts,
    address: '/api/auth/confirm-email',
    to: '/',
    // The session may hold the request to confirm the address.
    onSuccess: (client) => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  },
  '/restore-email': {
    texts: restoreTexts,
    address: '/api/auth/restore-email',
    to: '/login',
    onSuccess: endSession,
  },
  // Nobody is signed in by it.
  '/return': { texts: returnTexts, address: '/api/account/return', to: '/login' },
  '/unsubscribe': { texts: unsubscribeTexts, address: '/api/unsubscribe', to: '/' },
};

/**
 * The page of a mailed link. Opening it must change nothing, since programs that look for harmful links open each one:
 * a button does what the link is for.
 */
export function Component() {
  const path = pageAt(useLocation().pathname)?.path ?? '';
  const link = links[path];
  return link && <LinkAction key={path} {...link} />;
}

function LinkAction({ texts, address, to, onSuccess }: MailedLink) {
  const action = useMailedLink(address, onSuccess);
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
