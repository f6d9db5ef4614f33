/** Texts of /reset-password that the spec leaves open. */
export const resetTexts = {
  title: 'Reset your password',
  checking: 'Checking your link...',
  newLink: 'We can send you a new link',
} as const;
