import { request } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { CheckedLink } from '#client/session/checked-link.tsx';
import { useBeginSession } from '#client/session/mutations.ts';
import { CheckField } from '#client/ui/check-field.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { EmailField, TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { limits } from '#domain/limits.ts';
import { type Setup, type SetupDefaults, setup, setupDefaults, setupTexts } from '#domain/setup.ts';

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
  withMail: 'Set up the mail server next',
  withMailHint: 'Without one, nobody can reset a password by email. You can do this later.',
  save: 'Set Up',
  saving: 'Setting up...',
  login: 'Go to sign in',
} as const;

/** /setup: the first run, for the holder of the link that an empty portal prints. */
export function Component() {
  const check = (token: string) =>
    request('/api/setup/check', setupDefaults, { method: 'POST', body: { token } });
  return (
    <CheckedLink check={check} texts={texts} invalid={setupTexts.linkInvalid}>
      {(token, defaults) => <SetupForm token={token} defaults={defaults} />}
    </CheckedLink>
  );
}

/** The zones of this browser, of which the server knows all that are in use. */
const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map(named);
const ownTimeZone = named(new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Some browsers know Kolkata under its former name alone. */
function named(zone: string): string {
  return zone === 'Asia/Calcutta' ? 'Asia/Kolkata' : zone;
}

function SetupForm({ token, defaults }: { token: string; defaults: SetupDefaults }) {
  const form = useSetupForm(token, defaults);
  return (
    <AuthCard wide title={texts.title} subtitle={texts.subtitle}>
      <CheckedForm
        form={{ ...form, busy: form.busy || form.leaving }}
        button={texts.save}
        busyLabel={texts.saving}
      >
        <EmailField
          label={texts.email}
          description={texts.emailHint}
          required
          autoComplete="username"
          {...form.field('email')}
        />
        <PasswordField
          label={texts.password}
          description={texts.passwordHint}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <div className={layout.columns}>
          <TextField label={texts.name} required {...form.field('name')} />
          <TextField label={texts.shortName} required {...form.field('shortName')} />
        </div>
        <SelectField
          label={texts.timeZone}
          options={[...new Set([form.values.timeZone, ...timeZones])]}
          {...form.field('timeZone')}
        />
        {!defaults.mailServer && (
          <CheckField
            label={texts.withMail}
            description={texts.withMailHint}
            {...form.checkField('withMail')}
          />
        )}
      </CheckedForm>
    </AuthCard>
  );
}

function useSetupForm(token: string, { email, name, shortName, timeZone }: SetupDefaults) {
  const begin = useBeginSession<Setup>('/api/setup');
  const form = useCheckedForm({
    initialValues: {
      ...{ email: email ?? '', password: '', name, shortName, timeZone: timeZone ?? ownTimeZone },
      withMail: false,
    },
    rule: setup,
    toInput: ({ withMail: _, ...values }) => ({ token, ...values }),
    submit: async (input) => {
      await begin.mutateAsync(input);
      // In full: this page was loaded with other names, and another time zone.
      window.location.replace(form.values.withMail ? '/admin/settings/mail' : '/admin-dashboard');
    },
  });
  return { ...form, leaving: begin.isSuccess };
}
