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
  failed: (reason: string) => `You’re still signed in. ${reason}`,
} as const;

/** The question of 'Sign Out' while a form holds text that was neither sent nor discarded. */
export const discardDraftsTexts = {
  title: 'Sign out without saving?',
  text: 'You have changes that aren’t saved or sent. Signing out deletes them from this browser.',
  yes: 'Discard and Sign Out',
  no: 'Stay Signed In',
} as const;

export const visitorMenuTexts = { about: 'About', signIn: 'Sign in', signUp: 'Sign up' } as const;

export const adminMenuTexts = {
  dashboard: 'Dashboard',
  users: 'Users',
  review: 'Review',
  messages: 'Messages',
  results: 'Results',
  tasks: 'Tasks',
} as const;

export const commandTexts = {
  open: 'Search or jump to',
  members: 'Members',
  here: 'On this page',
  goTo: 'Go to',
  usersMatching: (text: string) => `Users matching “${text}”`,
  messagesMatching: (text: string) => `Inbox messages matching “${text}”`,
  facts: (studentId: string, steps: number) => `${studentId} · ${steps} of 4`,
  nothing: 'Nothing matches.',
  notLoaded: 'The menu couldn’t be loaded. Check your connection and try again.',
} as const;

export const frameTexts = {
  skip: 'Skip to content',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  account: 'Account',
  administrator: 'Administrator',
  start: (club: string) => `${club}, start page`,
  president: (name: string) => `President: ${name}`,
} as const;
