import { type SubmitEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Notice } from '#client/ui/notice.tsx';
import { LinkButton, TextLink } from '#client/ui/text-link.tsx';
import { keepReturnPath, returnPath } from '#domain/pages.ts';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import * as texts from './first-paint-texts.ts';
import { useRequestPasswordReset, useSignIn } from './mutations.ts';
import { SignInForm, useSignInForm } from './sign-in-form.tsx';

// This page is the first paint: its rules and texts are loaded after it.
const resetRule = async () => (await import('#domain/accounts.ts')).passwordResetRequest;
const messages = async () => (await import('#domain/accounts.ts')).accountMessages;

export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const requestReset = useRequestPasswordReset();
  /** The green confirmation of a sent reset, or null. */
  const [confirmation, setConfirmation] = useState<string | null>(null);
  /** The form is busy with 'Forgot your password?', not with signing in. */
  const [resetting, setResetting] = useState(false);

  const form = useSignInForm(async (input) => {
    const { user } = await signIn.mutateAsync(input);
    if (user) await navigate(returnPath(query, user), { replace: true });
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    setConfirmation(null);
    setResetting(false);
    form.formProps.onSubmit(event);
  }

  function forgotPassword() {
    setConfirmation(null);
    setResetting(true);
    const { email } = form.values;
    if (!email.trim()) {
      void form.attempt(async () =>
        form.refuse({ alert: (await messages()).resetWithoutEmail, fields: { email: null } }),
      );
      return;
    }
    void form.attemptChecked(resetRule, { email }, async (input) => {
      await requestReset.mutateAsync(input);
      setConfirmation((await messages()).resetSent);
    });
  }

  return (
    <AuthCard
      title={texts.title}
      subtitle={texts.subtitle}
      below={
        <>
          {texts.noAccount} <TextLink to={`/register${keepReturnPath(query)}`}>{texts.signUp}</TextLink>
        </>
      }
    >
      <SignInForm
        form={form}
        busy={form.busy && !resetting}
        onSubmit={onSubmit}
        confirmation={confirmation && <Notice tone="success">{confirmation}</Notice>}
      >
        <p className={classes.centred}>
          <LinkButton disabled={form.busy} onClick={forgotPassword}>
            {texts.forgotPassword}
          </LinkButton>
        </p>
      </SignInForm>
    </AuthCard>
  );
}
