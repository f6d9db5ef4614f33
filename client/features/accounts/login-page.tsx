import { TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { LinkButton, TextLink } from '#client/ui/text-link.tsx';
import { keepReturnPath, returnPath } from '#domain/pages.ts';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import { useRequestPasswordReset, useSignIn } from './mutations.ts';

const initialValues = { email: '', password: '' };

// This page is the first paint: its rules and texts come after it.
const signInRule = async () => (await import('#domain/accounts.ts')).signIn;
const resetRule = async () => (await import('#domain/accounts.ts')).passwordResetRequest;
const texts = async () => (await import('#domain/accounts.ts')).accountMessages;

export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const requestReset = useRequestPasswordReset();
  /** The green confirmation of a sent reset, or null. */
  const [confirmation, setConfirmation] = useState<string | null>(null);

  const form = useCheckedForm({
    initialValues,
    rule: signInRule,
    submit: async (input) => {
      const { user } = await signIn.mutateAsync(input);
      if (user) await navigate(returnPath(query, user), { replace: true });
    },
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    setConfirmation(null);
    form.formProps.onSubmit(event);
  }

  function forgotPassword() {
    setConfirmation(null);
    const { email } = form.values;
    if (!email.trim()) {
      void form.attempt(async () => form.refuse((await texts()).resetWithoutEmail, 'email'));
      return;
    }
    void form.attemptChecked(resetRule, { email }, async (input) => {
      await requestReset.mutateAsync(input);
      setConfirmation((await texts()).resetSent);
    });
  }

  return (
    <AuthCard
      title="Welcome Back"
      subtitle="Sign in to your SDC account"
      below={
        <>
          Don't have an account? <TextLink to={`/register${keepReturnPath(query)}`}>Sign up</TextLink>
        </>
      }
    >
      <form {...form.formProps} onSubmit={onSubmit} className={classes.form}>
        {form.alert && <Notice tone="error">{form.alert}</Notice>}
        {confirmation && <Notice tone="success">{confirmation}</Notice>}
        <TextInput
          label="Email"
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
        <PasswordField
          label="Password"
          required
          autoComplete="current-password"
          {...form.field('password')}
        />
        <SubmitButton busy={signIn.isPending} busyLabel="Signing in..." disabled={form.busy}>
          Sign In
        </SubmitButton>
        <p className={classes.centred}>
          <LinkButton disabled={form.busy} onClick={forgotPassword}>
            Forgot your password?
          </LinkButton>
        </p>
      </form>
    </AuthCard>
  );
}
