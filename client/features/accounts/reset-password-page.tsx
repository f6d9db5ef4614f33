import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import classes from '#client/session/auth-card.module.css';
import { AuthCard } from '#client/session/auth-card.tsx';
import { useRequestPasswordReset } from '#client/session/mutations.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { EmailField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { accountMessages, passwordResetRequest } from '#domain/accounts.ts';
import { linkMessages, passwordResetForm } from '#domain/mailed-links.ts';
import { resetTexts as texts } from './link-texts.ts';
import { endSession, isInvalidToken, isResetLinkDead, useMailedLink } from './mailed-links.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

type State = 'checking' | 'choosing' | 'changed' | 'invalid';

export function Component() {
  const token = useSearchParams()[0].get('token');
  const [state, setState] = useState<State>(token ? 'checking' : 'invalid');

  useEffect(() => {
    if (!token) return;
    let left = false;
    void isResetLinkDead(token).then((dead) => {
      if (!left) setState(dead ? 'invalid' : 'choosing');
    });
    return () => {
      left = true;
    };
  }, [token]);

  if (state === 'changed') return <Changed />;
  if (state === 'invalid' || !token) return <NewLink />;
  if (state === 'checking') return <Checking />;
  return <ChoosePassword token={token} onEnd={setState} />;
}

function Checking() {
  return (
    <AuthCard title={texts.requestTitle} below={<BackToLogin />}>
      <p className={classes.centred} role="status">
        {texts.checking}
      </p>
    </AuthCard>
  );
}

function ChoosePassword({ token, onEnd }: { token: string; onEnd: (state: State) => void }) {
  const resetPassword = useMailedLink<{ token: string; newPassword: string }>(
    '/api/auth/reset-password',
    endSession,
  );
  const form = useCheckedForm({
    initialValues: { newPassword: '', confirmPassword: '' },
    rule: passwordResetForm,
    submit: async ({ newPassword }) => {
      try {
        await resetPassword.mutateAsync({ token, newPassword });
        onEnd('changed');
      } catch (error) {
        if (!isInvalidToken(error)) throw error;
        onEnd('invalid');
      }
    },
  });
  return (
    <AuthCard title={texts.chooseTitle} subtitle={texts.chooseSubtitle} below={<BackToLogin />}>
      <CheckedForm form={form} button={texts.save} busyLabel={texts.saving} alertFirst>
        <NewPasswordFields
          password={{ label: texts.newPassword, ...form.field('newPassword') }}
          confirm={{ label: texts.confirmPassword, ...form.field('confirmPassword') }}
        />
      </CheckedForm>
    </AuthCard>
  );
}

function Changed() {
  return (
    <AuthCard title={texts.changedTitle}>
      <div className={layout.stackL}>
        <Notice tone="success">{texts.changed}</Notice>
        <ButtonLink variant="filled" to="/login">
          {texts.signIn}
        </ButtonLink>
      </div>
    </AuthCard>
  );
}

/** Shown for an expired, used or incomplete link: the reason, and a way to get another. */
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
  const refused = form.alert ?? (sent ? null : linkMessages.resetLinkInvalid);
  return (
    <AuthCard title={texts.requestTitle} subtitle={texts.requestSubtitle} below={<BackToLogin />}>
      <CheckedForm form={{ ...form, alert: null }} button={texts.send} busyLabel={texts.sending}>
        <Notice tone={refused ? 'error' : 'success'}>{refused ?? accountMessages.resetSent}</Notice>
        <EmailField label={texts.email} required autoComplete="username" {...form.field('email')} />
      </CheckedForm>
    </AuthCard>
  );
}

function BackToLogin() {
  return <TextLink to="/login">{texts.back}</TextLink>;
}
