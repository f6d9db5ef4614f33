/** Texts of the header's menu. 'Profile' and 'Sign Out' are the spec's (point 2). */
export const memberMenuTexts = {
  task: 'Task',
  timeline: 'Timeline',
  submit: 'Submit',
  profile: 'Profile',
} as const;

export const signOutTexts = {
  button: 'Sign Out',
  busy: 'Signing out...',
  failed: (reason: string) => `You are still signed in. ${reason}`,
} as const;

/** The question of 'Sign Out' while a form holds text that was neither sent nor discarded. */
export const discardDraftsTexts = {
  title: 'Sign out without saving?',
  text: 'You have changes or text that you have not saved or sent. Signing out deletes them from this browser.',
  yes: 'Discard and Sign Out',
  no: 'Stay Signed In',
} as const;
