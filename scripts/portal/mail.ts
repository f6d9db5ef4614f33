import { emailAddress } from '#domain/accounts.ts';
import { mailSettingsTexts } from '#domain/mail-settings.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { sendTestMail } from '#server/mail/probe.ts';
import { type Command, UsageError, withPortal } from './command.ts';

export const mailTest: Command = {
  name: 'mail test',
  usage: 'ADDRESS',
  example: 'you@example.org',
  about: 'send a test email now; if that fails, print the SMTP dialogue',
  operands: 1,
  async run(call) {
    const { config, console, operands } = call;
    const address = emailAddress.safeParse(operands[0]);
    if (!address.success) throw new UsageError('mail test takes an email address, such as you@example.org');
    // Without a server in the environment, that of the settings.
    if (!config.smtpUrl) await withPortal(call, async () => {});
    const { smtpUrl, mailFrom } = config;
    if (!smtpUrl) throw new OperatorError('No mail server is set: emails are written to files.');
    const { dialogue, fault, advice } = await sendTestMail({ smtpUrl, mailFrom }, address.data);
    call.report({ to: address.data, fault });
    if (fault === null) {
      console.log(mailSettingsTexts.accepted(address.data));
      return;
    }
    console.log(dialogue.join('\n'));
    throw new OperatorError(`The mail was not sent: ${fault.replace(/\s+/g, ' ')}. ${advice}`);
  },
};
