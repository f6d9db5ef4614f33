/** Texts of /reset-password, which the spec does not have. */
export const resetTexts = {
  chooseTitle: 'Choose a new password',
  chooseSubtitle: 'You’ll be signed out on all your devices',
  newPassword: 'New Password',
  confirmPassword: 'Confirm New Password',
  save: 'Save New Password',
  saving: 'Saving...',
  changedTitle: 'Password changed',
  changed: 'Your password has been changed. Please sign in with the new one.',
  signIn: 'Sign In',
  requestTitle: 'Reset your password',
  requestSubtitle: 'We can send you a new link',
  checking: 'Checking your link...',
  email: 'Email',
  send: 'Send New Link',
  sending: 'Sending...',
  back: 'Back to sign in',
} as const;

/** Texts of /restore-email, which the spec does not have. */
export const restoreTexts = {
  title: 'Restore your email address',
  subtitle:
    'Your account gets its former email address back, all devices are signed out, and you choose a new password',
  restore: 'Restore Email Address',
  restoring: 'Restoring...',
  doneTitle: 'Email address restored',
  done: 'Your account has its former email address again, and all devices are signed out. Your password no longer works: we’ve emailed you a link to choose a new one.',
  signIn: 'Sign In',
  back: 'Back to sign in',
} as const;

export const unsubscribeTexts = { toPortal: 'Go to the portal' } as const;
