/** The header in which a page names the account that it shows, on every request that changes something or reads the session. */
export const accountHeader = 'Portal-Account';

/** The channel on which tabs tell each other who has signed in; null for nobody. */
export const accountTabs = 'portal-account';

export const shownAccountTexts = {
  /** The message of the error ACCOUNT_CHANGED. */
  refused:
    'Nothing was saved: this browser is now signed in with another account. Sign in again with the account shown here to save.',
  replaced: (email: string) => `This browser is now signed in as ${email}.`,
  signedOut: 'You’ve been signed out of this browser. Sign in to continue.',
  removed:
    'Your account was removed by the club, with everything in it. If you did not ask for that, please tell the club.',
  dismiss: 'OK',
} as const;
