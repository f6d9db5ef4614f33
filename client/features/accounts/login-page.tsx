import { type SubmitEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ButtonLink } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import { accountMessages, passwordResetRequest } from '#domain/accounts.ts';
import { keepReturnPath, returnPath } from '#domain/pages.ts';
import { check } from '#domain/validation.ts';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import { useRequestPasswordReset, useSignIn } from './mutations.ts';
import { useSessionUser } from './queries.ts';
import { SignInForm, useSignInForm } from './sign-in-form.tsx';
import { loginTexts } from './texts.ts';

export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const requestReset = useRequestPasswordReset();
  /** Somebody who has signed in, until the next page is shown. */
  const user = useSessionUser();
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
    void form.attempt(async () => {
      const { email } = form.values;
      if (!email.trim()) {
        return form.refuse({ alert: accountMessages.resetWithoutEmail, fields: { email: null } });
      }
      const checked = check(passwordResetRequest, { email });
      if (!checked.ok) return form.refuse({ fields: { email: checked.failure.message } });
      await requestReset.mutateAsync(checked.value);
      setConfirmation(accountMessages.resetSent);
    });
  }

  return (
    <AuthCard
      title={loginTexts.title}
      subtitle={loginTexts.subtitle}
      below={
        <>
          <span>{loginTexts.noAccount}</span>
          <ButtonLink to={`/register${keepReturnPath(query)}`} variant="default">
            {loginTexts.signUp}
          </ButtonLink>
        </>
      }
    >
      <SignInForm
        form={form}
        busy={user !== null || (form.busy && !resetting)}
        onSubmit={onSubmit}
        confirmation={confirmation && <Notice tone="success">{confirmation}</Notice>}
      >
        <p className={classes.centred}>
          <LinkButton busy={form.busy} onClick={forgotPassword}>
            {loginTexts.forgotPassword}
          </LinkButton>
        </p>
      </SignInForm>
    </AuthCard>
  );
}
