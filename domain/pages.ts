import type { SessionUser } from './accounts.ts';
import type { Club } from './club.ts';
import { localPath } from './web-address.ts';

/**
 * The one table of pages. The router, the server, the build and the tests read it: a new page is one row here and one
 * module in client/features.
 */

export interface Page {
  /** A part that begins with a colon stands for an id. */
  path: string;
  /**
   * The users it opens for (spec, point 2). `visitors`: signed-in people are redirected to their dashboard. `signed-in`:
   * everyone else is redirected to the login page. `members`: also redirects the administrator. `anyone`: what the
   * page asks the server for may still be refused.
   */
  opensFor: 'anyone' | 'visitors' | 'signed-in' | 'members';
  /** Whose page it is, if not everybody's: signing in returns nobody to a page meant for others. */
  audience?: 'member' | 'administrator';
  layout: 'auth' | 'portal' | 'admin';
  /** The module under client/ that exports `Component`. */
  module: string;
  title: string;
  /** Rendered once for all visitors; server/pages/page-head.ts describes it to search engines. */
  prerendered?: true;
}

export const pages = [
  {
    path: '/login',
    opensFor: 'visitors',
    layout: 'auth',
    module: 'features/accounts/login-page.tsx',
    title: 'Sign in',
    prerendered: true,
  },
  {
    path: '/register',
    opensFor: 'visitors',
    layout: 'auth',
    module: 'features/accounts/register-page.tsx',
    title: 'Create your account',
    prerendered: true,
  },
  {
    path: '/reset-password',
    opensFor: 'anyone',
    layout: 'auth',
    module: 'features/accounts/reset-password-page.tsx',
    title: 'Reset your password',
  },
  {
    path: '/restore-email',
    opensFor: 'anyone',
    layout: 'auth',
    module: 'features/accounts/restore-email-page.tsx',
    title: 'Restore your email address',
  },
  {
    path: '/confirm-email',
    opensFor: 'anyone',
    layout: 'auth',
    module: 'features/accounts/confirm-email-page.tsx',
    title: 'Confirm your email address',
  },
  {
    path: '/unsubscribe',
    opensFor: 'anyone',
    layout: 'auth',
    module: 'features/accounts/unsubscribe-page.tsx',
    title: 'Unsubscribe',
  },
  {
    path: '/about',
    opensFor: 'anyone',
    layout: 'portal',
    module: 'features/club/about-page.tsx',
    title: 'About',
    prerendered: true,
  },
  {
    path: '/terms',
    opensFor: 'anyone',
    layout: 'portal',
    module: 'features/club/terms-page.tsx',
    title: 'Terms and Conditions',
    prerendered: true,
  },
  {
    path: '/dashboard',
    opensFor: 'members',
    audience: 'member',
    layout: 'portal',
    module: 'features/dashboard/dashboard-page.tsx',
    title: 'Dashboard',
  },
  {
    path: '/timeline',
    opensFor: 'signed-in',
    audience: 'member',
    layout: 'portal',
    module: 'features/timeline/timeline-page.tsx',
    title: 'Registration Timeline',
  },
  {
    path: '/contact',
    opensFor: 'signed-in',
    audience: 'member',
    layout: 'portal',
    module: 'features/contact/contact-page.tsx',
    title: 'Submit Project / Contact Us',
  },
  {
    path: '/profile',
    opensFor: 'anyone',
    audience: 'member',
    layout: 'portal',
    module: 'features/profile/profile-page.tsx',
    title: 'My Profile',
  },
  {
    path: '/user-tasks',
    opensFor: 'signed-in',
    audience: 'member',
    layout: 'portal',
    module: 'features/tasks/user-task-page.tsx',
    title: 'My Task',
  },
  {
    path: '/formspree-test',
    opensFor: 'anyone',
    layout: 'portal',
    module: 'features/forms/form-test-page.tsx',
    title: 'Form Service Test',
  },
  {
    path: '/tasks',
    opensFor: 'anyone',
    layout: 'admin',
    module: 'features/tasks/tasks-page.tsx',
    title: 'Development Tasks',
  },
  {
    path: '/admin',
    opensFor: 'anyone',
    audience: 'administrator',
    layout: 'admin',
    module: 'features/user-management/user-management-page.tsx',
    title: 'User Management',
  },
  {
    path: '/admin/members/:uid',
    opensFor: 'signed-in',
    audience: 'administrator',
    layout: 'admin',
    module: 'features/member-details/member-page.tsx',
    title: 'Member',
  },
  {
    path: '/admin-dashboard',
    opensFor: 'signed-in',
    audience: 'administrator',
    layout: 'admin',
    module: 'features/summary/admin-dashboard-page.tsx',
    title: 'Admin Dashboard',
  },
  {
    path: '/admin/review',
    opensFor: 'signed-in',
    audience: 'administrator',
    layout: 'admin',
    module: 'features/reviews/review-page.tsx',
    title: 'Review',
  },
  {
    path: '/admin/inbox',
    opensFor: 'signed-in',
    audience: 'administrator',
    layout: 'admin',
    module: 'features/inbox/inbox-page.tsx',
    title: 'Inbox',
  },
  {
    path: '/admin/messages',
    opensFor: 'signed-in',
    audience: 'administrator',
    layout: 'admin',
    module: 'features/group-messages/messages-page.tsx',
    title: 'Messages',
  },
  {
    path: '/admin/results',
    opensFor: 'signed-in',
    audience: 'administrator',
    layout: 'admin',
    module: 'features/results/results-page.tsx',
    title: 'Results',
  },
  {
    path: '/admin/health',
    opensFor: 'signed-in',
    audience: 'administrator',
    layout: 'admin',
    module: 'features/diagnostics/health-page.tsx',
    title: 'System Health',
  },
  {
    path: '/admin/access',
    opensFor: 'signed-in',
    audience: 'administrator',
    layout: 'admin',
    module: 'features/diagnostics/access-page.tsx',
    title: 'Access Table',
  },
  {
    path: '/database-test',
    opensFor: 'anyone',
    layout: 'admin',
    module: 'features/diagnostics/database-test-page.tsx',
    title: 'Database Connection Test',
  },
  {
    path: '/firebase-test',
    opensFor: 'anyone',
    layout: 'admin',
    module: 'features/diagnostics/config-test-page.tsx',
    title: 'Configuration Test',
  },
  {
    path: '/data-recovery',
    opensFor: 'anyone',
    layout: 'admin',
    module: 'features/diagnostics/data-recovery-page.tsx',
    title: 'Data Recovery',
  },
  {
    path: '/migrate-users',
    opensFor: 'anyone',
    layout: 'admin',
    module: 'features/diagnostics/migrate-users-page.tsx',
    title: 'Migration Complete',
  },
] as const satisfies readonly Page[];

export type PagePath = (typeof pages)[number]['path'];

export type PrerenderedPath = Extract<(typeof pages)[number], { prerendered: true }>['path'];

export const prerenderedPages: PagePath[] = pages
  .filter((page: Page) => page.prerendered)
  .map(({ path }) => path);

/** Shown, with status 404, for every path that no page has. */
export const notFoundPage = {
  opensFor: 'anyone',
  // The administrator's frame, where they are; it is the portal's for everybody else.
  layout: 'admin',
  module: 'app/not-found-page.tsx',
  title: 'Page not found',
} as const satisfies Omit<Page, 'path'>;

/**
 * The page at a path. Like the client's router, it ignores case and trailing slashes, so that the server knows every
 * path that the client would show.
 */
export function pageAt(path: string): Page | undefined {
  const parts = partsOf(path);
  return pages.find((page) => {
    const declared = page.path.split('/');
    return declared.length === parts.length && declared.every((part, index) => takes(part, parts[index]));
  });
}

/** The one spelling of a page's path. Ids keep their case. */
export function canonicalPath(path: string): string | undefined {
  const parts = partsOf(path);
  return pageAt(path)
    ?.path.split('/')
    .map((part, index) => (isId(part) ? parts[index] : part))
    .join('/');
}

function partsOf(path: string): string[] {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end).split('/');
}

function isId(part: string): boolean {
  return part.startsWith(':');
}

const id = /^[\w.-]{1,64}$/;

function takes(declared: string, part = ''): boolean {
  return isId(declared) ? id.test(part) : declared === part.toLowerCase();
}

/** The full document title, with the club's name. */
export function fullTitle(title: string, { shortName }: Pick<Club, 'shortName'>): string {
  return `${title} · ${shortName}`;
}

interface Address {
  pathname: string;
  search: string;
  hash?: string;
}

/** The part of `URLSearchParams` used here; domain/ has no DOM types. */
interface Query {
  get(name: string): string | null;
}

type User = Pick<SessionUser, 'role'> | null;

/**
 * Where a page request must be redirected, or null: the guards of the spec's route table (point 2). The server applies
 * them before it sends a page, and so does the client's router.
 */
export function redirectFor(address: Address & { searchParams: Query }, user: User): string | null {
  const { pathname } = address;
  if (pathname === '/') return user ? homeOf(user) : '/login';
  const page = pageAt(pathname);
  if (!page || page.opensFor === 'anyone') return null;
  if (page.opensFor === 'visitors') return user && returnPath(address.searchParams, user);
  if (!user) return loginPath(address);
  return page.opensFor === 'members' && user.role !== 'member' ? homeOf(user) : null;
}

function homeOf(user: NonNullable<User>): PagePath {
  return user.role === 'administrator' ? '/admin-dashboard' : '/dashboard';
}

const returnParameter = 'from';

/** The login page's address, with a way back to `address` after signing in. */
export function loginPath({ pathname, search, hash = '' }: Address): string {
  const from = `${pathname}${search}${hash}`;
  return from === '/' || from === '/dashboard'
    ? '/login'
    : `/login?${returnParameter}=${encodeURIComponent(from)}`;
}

/**
 * Where to go after signing in: the page in `?from=` if it is one of ours and meant for this user, otherwise home.
 * The path must match a page of the table exactly, which keeps out every spelling of a foreign URL.
 */
export function returnPath(query: Query, user: NonNullable<User>): string {
  const from = localPath(query.get(returnParameter) ?? '');
  const path = from?.pathname ?? '';
  const page = canonicalPath(path) === path ? pageAt(path) : undefined;
  const theirs = page && page.opensFor !== 'visitors' && (page.audience ?? user.role) === user.role;
  return theirs && from ? from.href : homeOf(user);
}

/** The query string that carries `?from=` from the login page to the registration page and back. */
export function keepReturnPath(query: Query): string {
  const from = query.get(returnParameter);
  return from ? `?${returnParameter}=${encodeURIComponent(from)}` : '';
}
