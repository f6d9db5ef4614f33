/** Texts of a person's own account; refusals are in domain/my-account.ts. */
export const passwordTexts = {
  title: 'Password',
  hint: 'Changing it signs out all your other devices.',
  change: 'Change Password',
  current: 'Current Password',
  fresh: 'New Password',
  required: 'At least 6 characters.',
  confirm: 'Confirm New Password',
  save: 'Save Password',
  saving: 'Saving...',
  cancel: 'Cancel',
  saved: 'Your password was changed, and all other devices are signed out.',
} as const;

export const dataTexts = {
  title: 'My Data',
  text: 'Everything that you gave the club, and everything that it told you.',
  read: 'Read It',
  download: 'Download as a File',
} as const;

export const leaveTexts = {
  title: 'Leave',
  hint: 'Closes your account. For 7 days you can come back.',
  open: 'Leave the Club’s Portal',
  question: 'Leave the portal?',
  goes: 'Your record, submissions, feedback, messages and result go, and so do your certificate and its address. You’re signed out everywhere, and you’re in no list any more.',
  stays:
    'Counts without your name stay, and so do the emails that people have got already. A backup keeps the rest until newer ones have replaced it.',
  back: 'We email you a link that opens your account again. After 7 days everything is deleted.',
  takeAlong: 'Download your data first, if you want to keep it.',
  password: 'Your Password',
  none: 'No password yet? Sign out, and set one by ‘Forgot your password?’ on the sign-in page.',
  yes: 'Leave',
  byPasskey: 'Leave by a Passkey',
  noPasskey: 'Your browser gave no passkey. Try again, or use your password.',
  leaving: 'Leaving...',
  no: 'Stay',
} as const;

export const deviceTexts = {
  title: 'Signed-in Devices',
  loadFailed: 'Your devices couldn’t be loaded.',
  name: ({ browser, system }: { browser: string; system: string }) =>
    [browser || 'Unknown browser', ...(system ? [system] : [])].join(' on '),
  current: 'This device',
  lastUsed: (ago: string) => `Last used ${ago}`,
  lastHour: 'in the last hour',
  since: (moment: string) => `Signed in ${moment}`,
  end: 'Sign Out',
  endOf: (name: string) => `Sign out ${name}`,
  endOthers: 'Sign Out All Others',
  ended: (count: number) => (count === 1 ? '1 device is signed out.' : `${count} devices are signed out.`),
  failed: 'Nothing was signed out.',
} as const;
