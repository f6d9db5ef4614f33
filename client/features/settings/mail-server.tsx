import { useState } from 'react';
import { failureMessage, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField, type TextFieldProps } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import typography from '#client/ui/typography.module.css';
import { type MailSettings, mailTestAnswer } from '#domain/mail-settings.ts';

const texts = {
  host: 'Mail Server',
  hostHint:
    'Such as smtp.example.edu. Your email provider names it under “SMTP”. Without one, emails are written to files.',
  security: 'Encryption',
  securities: [
    { value: 'tls', label: 'TLS (usual port: 465)' },
    { value: 'starttls', label: 'STARTTLS (usual port: 587)' },
    { value: 'none', label: 'None (usual port: 25)' },
  ],
  port: 'Port',
  user: 'User',
  password: 'Password of the Server',
  passwordStored:
    'A password is stored for this server and user. It is never shown; type here to replace it.',
  sender: 'Sender',
  senderHint: 'An address that this server may send from, or a name with one: SDC <club@example.edu>',
  testTo: 'Send a Test Email to',
  test: 'Send Test Email',
  testing: 'Sending...',
  answer: (text: string) => `The answer: ${text}`,
} as const;

/** The mail settings as a form holds them. */
export function mailFieldsOf(value: MailSettings) {
  const { port, perDay, contactInbox } = value;
  return { ...value, port: String(port), perDay: String(perDay), contactInbox: contactInbox ?? '' };
}
export type MailFields = Omit<ReturnType<typeof mailFieldsOf>, 'security'> & { security: string };

/** The fields as the rule of the settings takes them. */
export function mailInputOf(fields: MailFields): MailSettings {
  const { host, port, security, user, sender, contactInbox, perDay } = fields;
  return {
    ...{ host, port: Number(port), security: security as MailSettings['security'], user, sender },
    contactInbox: contactInbox.trim() === '' ? null : contactInbox,
    perDay: Number(perDay),
  };
}

interface MailServerFieldsProps {
  field: (name: 'host' | 'port' | 'security' | 'user') => object;
  password: string;
  onPassword: (password: string) => void;
  stored?: boolean;
}

export function MailServerFields({ field, password, onPassword, stored = false }: MailServerFieldsProps) {
  return (
    <>
      <TextField label={texts.host} description={texts.hostHint} {...field('host')} />
      <div className={layout.columns}>
        <SelectField label={texts.security} options={texts.securities} {...field('security')} />
        <TextField label={texts.port} inputMode="numeric" {...field('port')} />
      </div>
      <div className={layout.columns}>
        <TextField label={texts.user} autoComplete="off" {...field('user')} />
        <PasswordField
          label={texts.password}
          autoComplete="new-password"
          value={password}
          onChange={(event) => onPassword(event.currentTarget.value)}
          description={stored && texts.passwordStored}
        />
      </div>
    </>
  );
}

export function SenderField(field: Omit<TextFieldProps, 'label' | 'description'>) {
  return <TextField label={texts.sender} description={texts.senderHint} {...field} />;
}

interface MailTestProps {
  path: '/api/admin/settings/mail/test' | '/api/setup/mail-test';
  /** The address to begin with. */
  to: string;
  body: { value: MailSettings; password?: string; token?: string };
}

/** Sends a test email with what the form holds, and shows the answer of the mail server in words. */
export function MailTest({ path, to, body }: MailTestProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const test = useMutation({
    mutationFn: () => request(path, mailTestAnswer, { method: 'POST', body: { ...body, to: typed ?? to } }),
  });
  return (
    <div className={layout.stackM}>
      <TextField
        label={texts.testTo}
        type="email"
        value={typed ?? to}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={layout.row}>
        <Button variant="default" busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? texts.testing : texts.test}
        </Button>
      </div>
      <div aria-live="polite">
        {test.error && (
          <Notice tone="error" inLiveRegion>
            {failureMessage(test.error)}
          </Notice>
        )}
        {test.data && (
          <Notice tone={test.data.sent ? 'success' : 'error'} inLiveRegion>
            <p>{test.data.text}</p>
            {test.data.answer && <p className={typography.note}>{texts.answer(test.data.answer)}</p>}
          </Notice>
        )}
      </div>
    </div>
  );
}
