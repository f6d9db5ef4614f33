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

export const deviceTexts = {
  title: 'Signed-in Devices',
  loadFailed: 'Your devices couldn’t be loaded.',
  name: ({ browser, system }: { browser: string; system: string }) =>
    [browser || 'Unknown browser', ...(system ? [system] : [])].join(' on '),
  current: 'This device',
  lastUsed: (ago: string) => `Last used ${ago}`,
  lastHour: 'in the last hour',
  since: (moment: string) => `signed in ${moment}`,
  end: 'Sign Out',
  endOf: (name: string) => `Sign out ${name}`,
  endOthers: 'Sign Out All Others',
  ended: (count: number) => (count === 1 ? '1 device is signed out.' : `${count} devices are signed out.`),
  failed: 'Nothing was signed out.',
} as const;
