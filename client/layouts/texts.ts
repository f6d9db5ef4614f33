import { isMember, type SessionUser } from '#domain/accounts.ts';

/** The header's menu of a member. 'Profile' and 'Sign Out' are the spec's (point 2). */
export const profileLink = { to: '/profile', label: 'Profile' } as const;
export const memberPages = [
  { to: '/user-tasks', label: 'Task' },
  { to: '/timeline', label: 'Timeline' },
  { to: '/contact', label: 'Submit' },
  profileLink,
] as const;

export const reviewerTexts = {
  role: 'Reviewer',
  ended:
    'You’re signed out, or no longer a reviewer. Nothing more is saved here. The texts on this page stay until you leave it, so that you can copy them.',
} as const;

const deskLink = { to: '/admin/review', label: 'Review' } as const;

/** The menu of a reviewer, who may also be a member. */
export function reviewerPages(user: SessionUser) {
  return isMember(user) ? [deskLink, { to: '/dashboard', label: 'Dashboard' }, ...memberPages] : [deskLink];
}

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

export const visitorPages = [
  { to: '/about', label: 'About' },
  { to: '/login', label: 'Sign in' },
] as const;

export const adminPages = [
  { to: '/admin-dashboard', label: 'Dashboard' },
  { to: '/admin', label: 'Users' },
  { to: '/admin/review', label: 'Review' },
  { to: '/admin/messages', label: 'Messages' },
  { to: '/admin/results', label: 'Results' },
  { to: '/tasks', label: 'Tasks' },
  { to: '/admin/settings', label: 'Settings', end: false },
] as const;

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
  signUp: 'Sign up',
  account: 'Account',
  administrator: 'Administrator',
  start: (club: string) => `${club}, start page`,
} as const;
