/** Texts for confirming an e-mail address: the notice on the dashboard, and the page that the mailed link opens. */
export const confirmationTexts = {
  ask: (email: string) => `Please confirm your email address: open the link in the mail we sent to ${email}.`,
  sendAgain: 'Send the link again',
  sending: 'Sending...',
  sent: 'We have sent you a new link. It may take a few minutes to arrive.',
  title: 'Confirm your email address',
  subtitle: 'This tells us that our mail reaches you',
  button: 'Confirm Email Address',
  busy: 'Confirming...',
  later: 'Go to the portal',
  doneTitle: 'Email address confirmed',
  done: 'Thank you. Your email address is confirmed.',
  goOn: 'Continue',
  linkInvalid: 'This link has expired or has already been used. Your dashboard can send you a new one.',
} as const;
