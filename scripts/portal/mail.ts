import { emailAddress } from '#domain/accounts.ts';
import { sendTestMail } from '#server/mail/probe.ts';
import { OperatorError } from '#server/operator-error.ts';
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
    throw new OperatorError(`The mail was not sent: ${fault.replace(/\s+/g, ' ')}`);
  },
};
