import type { Mail } from './mailer.ts';

/** The mail behind 'Forgot your password?'. */
export function passwordResetMail({ to, name, link }: { to: string; name: string; link: string }): Mail {
  return {
    to,
    subject: 'Reset your SDC password',
    text: [
      `Hello ${name || 'there'},`,
      'somebody, hopefully you, asked to reset the password of your SDC account. Choose a new one here:',
      link,
      'The link works once, for 60 minutes. If you did not ask for it, you can ignore this mail: your password stays as it is.',
    ].join('\n\n'),
  };
}

/** The notice to the old address after an e-mail change, with the link that takes it back. */
export function emailChangedMail(mail: { to: string; name: string; newEmail: string; link: string }): Mail {
  return {
    to: mail.to,
    subject: 'The email address of your SDC account was changed',
    text: [
      `Hello ${mail.name || 'there'},`,
      `the email address of your SDC account was changed to ${mail.newEmail}.`,
      'If this was you, there is nothing to do. If it was not, take the change back here:',
      mail.link,
      'The link works once, for 7 days. It restores this address and signs your account out everywhere; then choose a new password.',
    ].join('\n\n'),
  };
}
