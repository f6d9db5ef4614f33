import { answerTexts } from '#domain/answers.ts';
import { limits } from '#domain/limits.ts';
import { linkMessages } from '#domain/mailed-links.ts';

/** The link was refused after an attempt whose answer was lost. */
export const usedBefore =
  'This link has been used, most likely by your first attempt, whose answer was lost. Try signing in.';

export const resetTexts = {
  chooseTitle: 'Choose a new password',
  chooseSubtitle: 'You’ll be signed out on all your devices',
  newPassword: 'New Password',
  confirmPassword: 'Confirm New Password',
  save: 'Save New Password',
  saving: 'Saving...',
  changedTitle: 'Password changed',
  changed: 'Your password has been changed. Sign in with the new one.',
  signIn: 'Sign In',
  requestTitle: 'Reset your password',
  requestSubtitle: 'We can send you a new link',
  checking: 'Checking your link...',
  email: 'Email',
  send: 'Send New Link',
  sending: 'Sending...',
  back: 'Back to sign in',
} as const;

export const restoreTexts = {
  title: 'Restore your email address',
  subtitle:
    'Your account gets its former email address back, all devices are signed out, and you choose a new password',
  button: 'Restore Email Address',
  busy: 'Restoring...',
  doneTitle: 'Email address restored',
  done: 'Your account has its former email address again, and all devices are signed out. Your password no longer works: we’ve emailed you a link to choose a new one.',
  goOn: 'Sign In',
  later: 'Back to sign in',
  linkInvalid: linkMessages.restoreLinkInvalid,
} as const;

export const returnTexts = {
  title: 'Come back',
  subtitle: 'Your account is opened again, with everything that was in it',
  button: 'Open My Account Again',
  busy: 'Opening...',
  doneTitle: 'Welcome back',
  done: 'Your account is open again. Sign in with your password.',
  goOn: 'Sign In',
  later: 'Back to sign in',
  linkInvalid: linkMessages.restoreLinkInvalid,
} as const;

export const unsubscribeTexts = {
  title: answerTexts.unsubscribeTitle,
  about: answerTexts.unsubscribeText,
  button: answerTexts.unsubscribeButton,
  busy: answerTexts.unsubscribeBusy,
  doneTitle: answerTexts.unsubscribeTitle,
  done: answerTexts.unsubscribed,
  goOn: 'Go to the portal',
  later: 'Go to the portal',
  linkInvalid: answerTexts.linkInvalid,
} as const;

export const joinTexts = {
  title: 'Review projects',
  checking: 'Checking your invitation...',
  asNew: (email: string) => `You’re invited as ${email}. Choose a name and a password.`,
  asKnown: (name: string, email: string) =>
    `You’re invited, ${name}. ${email} has an account: its password opens it.`,
  name: 'Name',
  nameHint: 'The club sees it beside your reviews.',
  password: 'Password',
  passwordHint: `At least ${limits.passwordMin} characters`,
  ownPasswordHint: 'The one that you sign in with. If you’ve forgotten it, the sign-in page can reset it.',
  join: 'Accept Invitation',
  joining: 'Accepting...',
  login: 'Go to sign in',
} as const;

export const takeOverTexts = {
  title: 'Take over the portal',
  checking: 'Checking your link...',
  subtitle: (email: string) => `You become its administrator, as ${email}. The present lead is signed out.`,
  leaves: (name: string) =>
    `${name}, your address moves to the administrator’s account, and you no longer sign in as yourself. Your submission, result and certificate stay.`,
  button: 'Take Over',
  busy: 'Taking over...',
  login: 'Go to sign in',
} as const;
