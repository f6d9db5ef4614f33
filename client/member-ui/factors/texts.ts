/** Texts of the ways into an account besides its password. Those of the server are in domain/factors.ts. */
export const secondFactorTexts = {
  title: 'Second Factor',
  off: 'An authenticator app on your phone shows a new code every 30 seconds. Your password alone then opens nothing.',
  on: (since: string, left: number) =>
    `On since ${since}. You have ${left === 1 ? '1 recovery code' : `${left} recovery codes`} left. For new ones, remove the second factor and set it up again.`,
  required: 'The club asks its reviewers for a second factor. Set it up to continue.',
  loadFailed: 'Your second factor couldn’t be loaded',
  password: 'Your password',
  begin: 'Set Up',
  beginning: 'Checking...',
  scan: 'Scan this with your authenticator app, or type the key into it. Then enter the code that it shows.',
  picture: 'QR code for an authenticator app',
  key: 'Key',
  copyKey: 'Copy the key',
  code: 'Code',
  confirm: 'Turn On',
  confirming: 'Checking...',
  ready: 'The second factor is on, and your other devices are signed out.',
  keep: 'Keep these recovery codes apart from your phone. Each works once in place of a code, and they aren’t shown again.',
  copyCodes: 'Copy the recovery codes',
  done: 'I Have Kept Them',
  remove: 'Remove',
  removing: 'Removing...',
} as const;

export const passkeyTexts = {
  title: 'Passkeys',
  about: 'Sign in with your fingerprint, face or screen lock in place of the password.',
  loadFailed: 'Your passkeys couldn’t be loaded',
  used: (at: string | null) => (at ? `Last used ${at}` : 'Not used yet'),
  add: 'Add Passkey',
  adding: 'Adding...',
  name: 'Name of the passkey',
  nameHint: 'For example the device that keeps it.',
  notMade: 'Your browser made no passkey. Try again, or use another browser.',
  cancel: 'Cancel',
  remove: 'Remove',
  removing: 'Removing...',
  removeOne: (name: string) => `Remove the passkey ${name}`,
  removal: 'It opens your account no more, and your other devices are signed out.',
} as const;

export const identityTexts = {
  title: 'Connected Accounts',
  about: 'They sign you in without your password.',
  since: (at: string) => `Connected ${at}`,
  remove: 'Disconnect',
  removing: 'Disconnecting...',
  removeOne: (name: string) => `Disconnect ${name}`,
  removal:
    'It opens your account no more, and your other devices are signed out. Signing in with it connects it again while it has your email address.',
} as const;
