import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { useClub } from '#client/lib/club.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import { accountMessages, passwordResetRequest, signIn } from '#domain/accounts.ts';
import { check } from '#domain/validation.ts';
import classes from './auth-card.module.css';
import { type Credentials, useRequestPasswordReset } from './mutations.ts';
import { signInTexts } from './texts.ts';

const initialValues = { email: '', password: '', code: '' };

/** The state of a sign-in form; `submit` signs in and opens the next page. */
export function useSignInForm(submit: (input: Credentials) => Promise<unknown>) {
  return useCheckedForm({ initialValues, rule: signIn, submit });
}

interface SignInFormProps {
  form: ReturnType<typeof useSignInForm>;
  /** Somebody has signed in, and the next page is not shown yet. */
  leaving?: boolean;
  /** Below 'Forgot your password?'. */
  children?: ReactNode;
}

/** The form, with 'Forgot your password?', which takes the email that is typed. */
export function SignInForm({ form, leaving = false, children }: SignInFormProps) {
  const requestReset = useRequestPasswordReset();
  const [resetSent, setResetSent] = useState(false);
  /** The form is busy with 'Forgot your password?', not with signing in. */
  const [resetting, setResetting] = useState(false);
  /** The account has a second factor. */
  const [asksCode, setAsksCode] = useState(false);
  if (!asksCode && form.field('code').error) setAsksCode(true);

  const { passkeys } = useClub();
  const attempt = useEffectEvent(form.attempt);
  useEffect(() => {
    if (!passkeys) return;
    const left = new AbortController();
    import('./passkey-browser.ts')
      .then(({ offerPasskeys }) => offerPasskeys(left.signal, (signIn) => attempt(signIn)))
      // The person signs in with the password.
      .catch(() => {});
    return () => left.abort();
  }, [passkeys]);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    setResetSent(false);
    setResetting(false);
    form.formProps.onSubmit(event);
  }

  function forgotPassword() {
    setResetSent(false);
    setResetting(true);
    void form.attempt(async () => {
      const { email } = form.values;
      if (!email.trim()) {
        return form.refuse({ alert: accountMessages.resetWithoutEmail, fields: { email: null } });
      }
      const checked = check(passwordResetRequest, { email });
      if (!checked.ok) return form.refuse({ fields: { email: checked.failure.message } });
      await requestReset.mutateAsync(checked.value);
      setResetSent(true);
    });
  }

  return (
    <form {...form.formProps} onSubmit={onSubmit} className={layout.stackL}>
      {form.alert && <Notice tone="error">{form.alert}</Notice>}
      {resetSent && <Notice tone="success">{accountMessages.resetSent}</Notice>}
      <TextField
        label={signInTexts.email}
        type="email"
        required
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <PasswordField label={signInTexts.password} {...form.field('password')} />
      {asksCode && (
        <TextField label={signInTexts.code} autoComplete="one-time-code" {...form.field('code')} />
      )}
      <SubmitButton
        busy={leaving || (form.busy && !resetting)}
        busyLabel={signInTexts.busy}
        waiting={form.busy}
      >
        {signInTexts.button}
      </SubmitButton>
      <p className={classes.centred}>
        <LinkButton busy={form.busy} onClick={forgotPassword}>
          {form.busy && resetting ? signInTexts.resetting : signInTexts.forgotPassword}
        </LinkButton>
      </p>
      {children && <p className={classes.centred}>{children}</p>}
    </form>
  );
}
