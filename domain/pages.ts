import { isMember, type SessionUser } from './accounts.ts';
import type { Club } from './club.ts';
import { localPath } from './url-parts.ts';

/**
 * The one table of pages. The router, the server, the build and the tests read it: a new page is one row here and one
 * module in client/features.
 */

export interface Page {
  /** A part that begins with a colon stands for an id. */
  path: string;
  /**
   * The users it opens for (spec, point 2). `visitors`: signed-in people are redirected to their dashboard. `signed-in`:
   * everyone else is redirected to the login page. `members`: also redirects staff who are none. `anyone`: what the
   * page asks the server for may still be refused.
   */
  opensFor: 'anyone' | 'visitors' | 'signed-in' | 'members';
  /**
   * Whose page it is, if not everybody's: signing in returns nobody to a page meant for others. The administrator has
   * the pages of reviewers too.
   */
  audience?: SessionUser['role'];
  layout: 'auth' | 'portal' | 'admin';
  /** The module under client/ that exports `Component`. */
  module: string;
  title: string;
  /** Rendered once for all visitors; server/pages/page-head.ts describes it to search engines. */
  prerendered?: true;
}

type Kind = Omit<Page, 'path' | 'title' | 'module'>;

const forVisitors = { opensFor: 'visitors', layout: 'auth', prerendered: true } as const;
const forAnyone = { opensFor: 'anyone', layout: 'auth' } as const;
const prerendered = { opensFor: 'anyone', layout: 'portal', prerendered: true } as const;
const forMembers = { opensFor: 'signed-in', audience: 'member', layout: 'portal' } as const;
const forAdministrator = { opensFor: 'signed-in', audience: 'administrator', layout: 'admin' } as const;
const forReviewers = { ...forAdministrator, audience: 'reviewer' } as const;
const tool = { opensFor: 'anyone', layout: 'admin' } as const;

function page<Path extends string, const Of extends Kind>(path: Path, title: string, of: Of, module: string) {
  return { ...of, path, title, module };
}

/** The parts of the settings are one module; the address without one shows the first part. */
const settings = 'features/settings/settings-page.tsx';
/** The pages of mailed links are one module, which goes by the address. */
const mailedLink = 'features/accounts/link-page.tsx';
const numbers = 'features/numbers/numbers-page.tsx';

export const pages = [
  page('/login', 'Sign in', forVisitors, 'features/accounts/login-page.tsx'),
  page('/register', 'Create your account', forVisitors, 'features/accounts/register-page.tsx'),
  page('/reset-password', 'Reset your password', forAnyone, 'features/accounts/reset-password-page.tsx'),
  page('/restore-email', 'Restore your email address', forAnyone, mailedLink),
  page('/confirm-email', 'Confirm your email address', forAnyone, mailedLink),
  page('/unsubscribe', 'Unsubscribe', forAnyone, mailedLink),
  page('/return', 'Come back', forAnyone, mailedLink),
  page('/join', 'Join', forAnyone, 'features/accounts/join-page.tsx'),
  page('/take-over', 'Take over', forAnyone, 'features/accounts/take-over-page.tsx'),
  page('/help', 'Help', forAnyone, 'features/accounts/help-page.tsx'),
  page('/setup', 'Set up the portal', forAnyone, 'features/settings/setup-page.tsx'),
  page('/about', 'About', prerendered, 'features/club/about-page.tsx'),
  page('/terms', 'Terms and Conditions', prerendered, 'features/club/terms-page.tsx'),
  page(
    '/dashboard',
    'Dashboard',
    { ...forMembers, opensFor: 'members' },
    'features/dashboard/dashboard-page.tsx',
  ),
  page('/timeline', 'Registration Timeline', forMembers, 'features/timeline/timeline-page.tsx'),
  page('/contact', 'Submit Project / Contact Us', forMembers, 'features/contact/contact-page.tsx'),
  page('/profile', 'My Profile', { ...forMembers, opensFor: 'anyone' }, 'features/profile/profile-page.tsx'),
  page('/user-tasks', 'My Task', forMembers, 'features/tasks/user-task-page.tsx'),
  page(
    '/formspree-test',
    'Form Service Test',
    { opensFor: 'anyone', layout: 'portal' },
    'features/forms/form-test-page.tsx',
  ),
  page('/tasks', 'Development Tasks', tool, 'features/tasks/tasks-page.tsx'),
  page(
    '/admin',
    'User Management',
    { ...forAdministrator, opensFor: 'anyone' },
    'features/user-management/user-management-page.tsx',
  ),
  page('/admin/members/:uid', 'Member', forAdministrator, 'features/member-details/member-page.tsx'),
  page('/admin-dashboard', 'Admin Dashboard', forAdministrator, 'features/summary/admin-dashboard-page.tsx'),
  page('/admin/review', 'Review', forReviewers, 'features/reviews/review-page.tsx'),
  page('/admin/inbox', 'Inbox', forAdministrator, 'features/inbox/inbox-page.tsx'),
  page('/admin/messages', 'Messages', forAdministrator, 'features/group-messages/messages-page.tsx'),
  page('/admin/results', 'Results', forAdministrator, 'features/results/results-page.tsx'),
  page('/admin/reviewers', 'Reviewers', forAdministrator, 'features/reviewers/reviewers-page.tsx'),
  page('/admin/backups', 'Trash and Backups', forAdministrator, 'features/backups/backups-page.tsx'),
  page('/admin/account', 'My Account', forReviewers, 'features/account/account-page.tsx'),
  page('/admin/numbers', 'Numbers', forAdministrator, numbers),
  page('/numbers', 'Numbers', { opensFor: 'anyone', layout: 'portal' }, numbers),
  page('/admin/hand-over', 'Hand-over', forAdministrator, 'features/hand-over/hand-over-page.tsx'),
  page('/admin/seasons', 'Seasons', forAdministrator, 'features/seasons/seasons-page.tsx'),
  page('/admin/settings', 'Settings', forAdministrator, settings),
  page('/admin/settings/:part', 'Settings', forAdministrator, settings),
  page('/admin/health', 'System Health', forAdministrator, 'features/diagnostics/health-page.tsx'),
  page('/admin/access', 'Access Table', forAdministrator, 'features/diagnostics/access-page.tsx'),
  page('/database-test', 'Database Connection Test', tool, 'features/diagnostics/database-test-page.tsx'),
  page('/firebase-test', 'Configuration Test', tool, 'features/diagnostics/config-test-page.tsx'),
  page('/data-recovery', 'Data Recovery', tool, 'features/diagnostics/data-recovery-page.tsx'),
  page('/migrate-users', 'Migration Complete', tool, 'features/diagnostics/migrate-users-page.tsx'),
] satisfies readonly Page[];

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

type User = Pick<SessionUser, 'role' | 'isMember'> | null;

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
  return page.opensFor === 'members' && !isMember(user) ? homeOf(user) : null;
}

function homeOf(user: NonNullable<User>): PagePath {
  if (user.role === 'reviewer') return '/admin/review';
  return user.role === 'administrator' ? '/admin-dashboard' : '/dashboard';
}

export function isMeantFor({ audience }: Pick<Page, 'audience'>, user: NonNullable<User>): boolean {
  if (audience === 'member') return isMember(user);
  return !audience || audience === user.role || (audience === 'reviewer' && user.role === 'administrator');
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
  const theirs = page && page.opensFor !== 'visitors' && isMeantFor(page, user);
  return theirs && from ? from.href : homeOf(user);
}

/** The query string that carries `?from=` from the login page to the registration page and back. */
export function keepReturnPath(query: Query): string {
  const from = query.get(returnParameter);
  return from ? `?${returnParameter}=${encodeURIComponent(from)}` : '';
}
