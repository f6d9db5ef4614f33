import { emailAddress } from '#domain/accounts.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { sendTestMail } from '#server/mail/probe.ts';
import { type Command, UsageError } from './command.ts';

export const mailTest: Command = {
  name: 'mail test',
  usage: 'ADDRESS',
  about: 'send a test email now; if that fails, print the SMTP dialogue',
  operands: 1,
  async run({ config: { smtpUrl, mailFrom }, console, operands: [to] }) {
    const address = emailAddress.safeParse(to);
    if (!address.success) throw new UsageError('mail test takes an email address, such as you@example.org');
    if (!smtpUrl)
      throw new OperatorError(
        'SMTP_URL is not set: emails are written to files. Set SMTP_URL and MAIL_FROM.',
      );
    const { dialogue, fault } = await sendTestMail({ smtpUrl, mailFrom }, address.data);
    if (fault === null) {
      console.log(
        `The mail server accepted the email to ${address.data}. Check that it arrived, and not as spam.`,
      );
      return;
    }
    console.log(dialogue.join('\n'));
    throw new OperatorError(
      `The mail was not sent: ${hintFor(fault, smtpUrl) ?? fault.replace(/\s+/g, ' ')}`,
    );
  },
};

/** Names the setting to change, for faults that do not. */
function hintFor(fault: string, smtpUrl: string): string | undefined {
  const { protocol } = new URL(smtpUrl);
  if (protocol === 'smtps:' && /wrong version number|packet length too long/.test(fault))
    return 'this port does not begin with TLS: write smtp:// in SMTP_URL, which changes to TLS where the server offers it.';
  if (protocol === 'smtp:' && /Greeting never received/.test(fault))
    return 'the server says nothing: if its port begins with TLS, as 465 does, write smtps:// in SMTP_URL.';
  if (/self.signed certificate|unable to (verify|get)/.test(fault))
    return `no authority that this machine knows has signed the certificate of the mail server (${fault}). Set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority.`;
  return undefined;
}
