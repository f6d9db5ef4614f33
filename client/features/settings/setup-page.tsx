import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiFailure, failureMessage, request } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import type { Problem } from '#client/lib/use-problem.ts';
import classes from '#client/session/auth-card.module.css';
import { AuthCard } from '#client/session/auth-card.tsx';
import { useBeginSession } from '#client/session/mutations.ts';
import { CheckField, TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { limits } from '#domain/limits.ts';
import { defaultMailSettings } from '#domain/mail-settings.ts';
import { type Setup, type SetupDefaults, setup, setupDefaults, setupTexts } from '#domain/setup.ts';
import { MailServerFields, MailTest, mailFieldsOf, mailInputOf, SenderField } from './mail-server.tsx';

const texts = {
  title: 'Set up the portal',
  subtitle: 'Everything can be changed later in the settings',
  checking: 'Checking your link...',
  email: 'Your Email',
  emailHint: 'You sign in with it as the administrator.',
  password: 'Password',
  passwordHint: `At least ${limits.passwordMin} characters`,
  name: 'Name of the Club',
  shortName: 'Short Name',
  timeZone: 'Time Zone',
  withMail: 'Set up the mail server now',
  withMailHint: 'Without one, nobody can reset a password by email. You can do this later.',
  save: 'Set Up',
  saving: 'Setting up...',
  login: 'Go to sign in',
} as const;

/** /setup: the first run, for the holder of the link that an empty portal prints. */
export function Component() {
  const token = useSearchParams()[0].get('token') ?? '';
  const { data, error } = useQuery({
    queryKey: ['setup', token],
    queryFn: () => request('/api/setup/check', setupDefaults, { method: 'POST', body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <SetupForm token={token} defaults={data} />;
  const message = token === '' ? setupTexts.linkInvalid : error && failureMessage(error);
  return (
    <AuthCard title={texts.title} below={<TextLink to="/login">{texts.login}</TextLink>}>
      {message ? (
        <Notice tone="error">{message}</Notice>
      ) : (
        <p className={classes.centred} role="status">
          {texts.checking}
        </p>
      )}
    </AuthCard>
  );
}

/** The zones of this browser, of which the server knows all that are in use. */
const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const ownTimeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

function SetupForm({ token, defaults }: { token: string; defaults: SetupDefaults }) {
  const { form, mailPassword, setMailPassword } = useSetupForm(token, defaults);
  const { values } = form;
  return (
    <AuthCard wide title={texts.title} subtitle={texts.subtitle}>
      <form {...form.formProps} className={layout.stackL}>
        <TextField
          label={texts.email}
          description={texts.emailHint}
          type="email"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
        <PasswordField
          label={texts.password}
          description={texts.passwordHint}
          required
          autoComplete="new-password"
          {...form.field('password')}
        />
        <div className={layout.columns}>
          <TextField label={texts.name} required {...form.field('name')} />
          <TextField label={texts.shortName} required {...form.field('shortName')} />
        </div>
        <SelectField
          label={texts.timeZone}
          options={[...new Set([values.timeZone, ...timeZones])]}
          {...form.field('timeZone')}
        />
        {!defaults.mailServer && (
          <CheckField
            label={texts.withMail}
            description={texts.withMailHint}
            {...form.checkField('withMail')}
          />
        )}
        {values.withMail && (
          <>
            <MailServerFields field={form.field} password={mailPassword} onPassword={setMailPassword} />
            <SenderField {...form.field('sender')} />
            <MailTest
              path="/api/setup/mail-test"
              to={values.email}
              body={{ token, value: mailInputOf(values), password: mailPassword }}
            />
          </>
        )}
        {form.alert && <Notice tone="error">{form.alert}</Notice>}
        <SubmitButton busy={form.busy} busyLabel={texts.saving}>
          {texts.save}
        </SubmitButton>
      </form>
    </AuthCard>
  );
}

function useSetupForm(token: string, { email, name, shortName, timeZone }: SetupDefaults) {
  const navigate = useNavigate();
  const begin = useBeginSession<Setup>('/api/setup');
  const [mailPassword, setMailPassword] = useState('');
  const form = useCheckedForm({
    initialValues: {
      ...{ email: email ?? '', password: '', name, shortName, timeZone: timeZone ?? ownTimeZone },
      ...{ withMail: false, ...mailFieldsOf(defaultMailSettings) },
    },
    rule: setup,
    toInput: (values) => ({
      ...{ token, email: values.email, password: values.password },
      ...{ name: values.name, shortName: values.shortName, timeZone: values.timeZone },
      ...(values.withMail ? { mail: mailInputOf(values), mailPassword } : {}),
    }),
    explain,
    submit: async (input) => {
      await begin.mutateAsync(input);
      await navigate('/admin-dashboard', { replace: true });
    },
  });
  return { form, mailPassword, setMailPassword };
}

/** The server names the field as `mail.sender`. */
function explain(error: unknown): Problem {
  const field = error instanceof ApiFailure ? error.field?.replace('mail.', '') : undefined;
  if (field && field !== 'token') return { fields: { [field]: failureMessage(error) } };
  return { alert: failureMessage(error) };
}
