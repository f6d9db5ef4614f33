import { useState } from 'react';
import { command } from '#client/lib/api.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { AuthCard } from '#client/session/auth-card.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { EmailField, TextAreaField } from '#client/ui/field.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { helpRequest } from '#domain/help.ts';

const texts = {
  title: 'Write to the club',
  subtitle: 'If you can’t sign in, tell us what happens',
  email: 'Email',
  emailHint: 'Where we can reach you.',
  message: 'Message',
  messageHint: 'Your name and student ID help us to find your account. Never send a password.',
  send: 'Send Message',
  sending: 'Sending...',
  sentTitle: 'Thank you!',
  sent: 'We have received your message and will get back to you soon.',
  back: 'Back to sign in',
} as const;

/** /help: a message to the club from somebody who cannot sign in. */
export function Component() {
  const [isSent, setIsSent] = useState(false);
  const form = useDraftForm({
    initialValues: { email: '', message: '' },
    rule: helpRequest,
    draft: { form: 'help', owner: null },
    submit: async (body) => {
      await command('/api/help', { method: 'POST', body });
      setIsSent(true);
    },
  });
  return (
    <AuthCard
      title={isSent ? texts.sentTitle : texts.title}
      subtitle={isSent ? undefined : texts.subtitle}
      below={<TextLink to="/login">{texts.back}</TextLink>}
    >
      {isSent ? (
        <Notice tone="success">{texts.sent}</Notice>
      ) : (
        <CheckedForm form={form} button={texts.send} busyLabel={texts.sending}>
          <DraftNote form={form} />
          <EmailField
            label={texts.email}
            required
            autoComplete="email"
            description={texts.emailHint}
            {...form.field('email')}
          />
          <TextAreaField
            label={texts.message}
            required
            rows={6}
            description={texts.messageHint}
            {...form.field('message')}
          />
        </CheckedForm>
      )}
    </AuthCard>
  );
}
