import type * as z from 'zod/mini';
import { type MailTestAnswer, mailSettingsTexts, type mailTestRequest } from '#domain/mail-settings.ts';
import type { Config } from '#server/config/config.ts';
import { mailConfigOf, mailPassword } from '#server/mail/mail-config.ts';
import { sendTestMail } from '#server/mail/probe.ts';
import type { Store } from '#server/store/open.ts';

/** Sends a test email as the portal would with these settings. */
export async function testMailSettings(
  { config, store }: { config: Config; store: Store },
  { to, value, password }: z.infer<typeof mailTestRequest>,
): Promise<MailTestAnswer> {
  const known = password ?? (await mailPassword.read(store.db, config.authSecret, value));
  const { smtpUrl, mailFrom } = mailConfigOf(config, value, known);
  if (!smtpUrl) return { sent: false, text: mailSettingsTexts.noServer, answer: '' };
  const { fault, advice, dialogue } = await sendTestMail({ smtpUrl, mailFrom }, to);
  if (fault === null)
    return { sent: true, text: mailSettingsTexts.accepted(to), answer: lastAnswer(dialogue) };
  return { sent: false, text: advice ?? fault, answer: fault };
}

/** The mail server's answer to the mail, before it says goodbye. */
function lastAnswer(dialogue: readonly string[]): string {
  return dialogue.findLast((line) => line.startsWith('S: 250'))?.slice('S: '.length) ?? '';
}
