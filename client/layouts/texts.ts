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
