import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { accountMessages, passwordResetForm, passwordResetRequest } from '#domain/accounts.ts';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import { isResetLinkDead, useRequestPasswordReset, useResetPassword } from './mutations.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { resetTexts } from './reset-texts.ts';

type State = 'checking' | 'choosing' | 'changed' | 'invalid link';

export function Component() {
  const token = useSearchParams()[0].get('token');
  const [state, setState] = useState<State>(token ? 'checking' : 'invalid link');

  useEffect(() => {
    if (!token) return;
    let left = false;
    void isResetLinkDead(token).then((dead) => {
      if (!left) setState(dead ? 'invalid link' : 'choosing');
    });
    return () => {
      left = true;
    };
  }, [token]);

  if (state === 'changed') return <Changed />;
  if (state === 'invalid link' || !token) return <NewLink />;
  if (state === 'checking') return <Checking />;
  return <ChoosePassword token={token} onEnd={setState} />;
}

function Checking() {
  return (
    <AuthCard title={resetTexts.title} below={<BackToLogin />}>
      <p className={classes.centred} role="status">
        {resetTexts.checking}
      </p>
    </AuthCard>
  );
}

function ChoosePassword({ token, onEnd }: { token: string; onEnd: (state: State) => void }) {
  const resetPassword = useResetPassword();
  const form = useCheckedForm({
    initialValues: { newPassword: '', confirmPassword: '' },
    rule: passwordResetForm,
    submit: async ({ newPassword }) => {
      try {
        await resetPassword.mutateAsync({ token, newPassword });
        onEnd('changed');
      } catch (error) {
        if (!(error instanceof ApiFailure && error.code === 'INVALID_TOKEN')) throw error;
        onEnd('invalid link');
      }
    },
  });
  return (
    <AuthCard
      title="Choose a new password"
      subtitle="You will be signed out on all your devices"
      below={<BackToLogin />}
    >
      <form {...form.formProps} className={classes.form}>
        {form.alert && <Notice tone="error">{form.alert}</Notice>}
        <NewPasswordFields
          password={{ label: 'New Password', ...form.field('newPassword') }}
          confirm={{ label: 'Confirm New Password', ...form.field('confirmPassword') }}
        />
        <SubmitButton busy={form.busy} busyLabel="Saving...">
          Save New Password
        </SubmitButton>
      </form>
    </AuthCard>
  );
}

function Changed() {
  return (
    <AuthCard title="Password changed">
      <div className={classes.form}>
        <Notice tone="success">Your password has been changed. Please sign in with the new one.</Notice>
        <ButtonLink to="/login">Sign In</ButtonLink>
      </div>
    </AuthCard>
  );
}

/** What an expired, used or incomplete link leads to: the reason, and a way to get another. */
function NewLink() {
  const requestReset = useRequestPasswordReset();
  const [sent, setSent] = useState(false);
  const form = useCheckedForm({
    initialValues: { email: '' },
    rule: passwordResetRequest,
    submit: async (input) => {
      await requestReset.mutateAsync(input);
      setSent(true);
    },
  });
  return (
    <AuthCard title={resetTexts.title} subtitle={resetTexts.newLink} below={<BackToLogin />}>
      <form {...form.formProps} className={classes.form}>
        {sent ? (
          <Notice tone="success">{accountMessages.resetSent}</Notice>
        ) : (
          <Notice tone="error">{form.alert ?? accountMessages.resetLinkInvalid}</Notice>
        )}
        <TextInput
          label="Email"
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
        <SubmitButton busy={form.busy} busyLabel="Sending...">
          Send New Link
        </SubmitButton>
      </form>
    </AuthCard>
  );
}

function BackToLogin() {
  return <TextLink to="/login">Back to sign in</TextLink>;
}
