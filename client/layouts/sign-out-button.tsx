import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { command, failureMessage } from '#client/lib/api.ts';
import { dropAllDrafts, hasDrafts } from '#client/lib/drafts.ts';
import { logFailure } from '#client/lib/log.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useAttempt } from '#client/lib/use-problem.ts';
import { signedOut, startSession, whileSigningOut } from '#client/session/mutations.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { IconLogout } from '#client/ui/page-icons.ts';
import { Question } from '#client/ui/question.tsx';
import classes from './header-bar.module.css';
import { discardDraftsTexts, signOutTexts as texts } from './texts.ts';

function explain(error: unknown) {
  logFailure('Signing out failed', error);
  return { alert: texts.failed(failureMessage(error)) };
}

/**
 * Ends the session and opens the login page, and only then forgets the account: the page that is left would otherwise
 * turn into one for visitors first.
 */
function useSignOut(openLogin: () => Promise<void> | void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      whileSigningOut(async () => {
        await command('/api/auth/sign-out', { method: 'POST', body: {} });
        await openLogin();
      }),
    onSuccess: () => {
      dropAllDrafts();
      startSession(client, signedOut);
    },
  });
}

/**
 * Signs out and opens the login page; the button says so until that page is there. Signing out deletes what was typed
 * and not sent (docs/decisions/drafts.md), so it asks first if there is any. A failure is shown below the button.
 */
export function SignOutButton() {
  const user = useSessionUser();
  const navigate = useNavigate();
  const signOut = useSignOut(() => navigate('/login', { flushSync: true, state: { discarded: true } }));
  const { problem, busy, attempt } = useAttempt(explain);
  const [asking, setAsking] = useState(false);

  const leave = () => signOut.mutateAsync();

  function press() {
    if (user && hasDrafts(user.uid)) setAsking(true);
    else void attempt(leave);
  }

  function confirm() {
    // The question gives the focus back to this button, so that it returns here if signing out fails.
    flushSync(() => setAsking(false));
    void attempt(leave);
  }

  return (
    <div className={classes.signOut}>
      <Button size="sm" busy={busy} icon={IconLogout} onClick={press}>
        {busy ? texts.busy : texts.button}
      </Button>
      {problem && (
        <div className={classes.failure}>
          <Notice tone="error">{problem.alert}</Notice>
        </div>
      )}
      {/* Outside of the menu, whose styles are for its own buttons. */}
      {asking &&
        createPortal(
          <Question texts={discardDraftsTexts} onYes={confirm} onNo={() => setAsking(false)} />,
          document.body,
        )}
    </div>
  );
}
