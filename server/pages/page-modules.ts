import type { SessionUser } from '#domain/accounts.ts';
import { loginPath } from '#domain/login-path.ts';
import { type PagePath, pagePaths } from '#domain/pages.ts';

const portal = 'layouts/portal-layout.tsx';
const admin = 'features/admin/admin-area.tsx';

/** The modules that each page is made of, as client/app/router.tsx loads them. */
const pageModules: Record<PagePath, readonly string[]> = {
  '/': [],
  '/login': ['features/accounts/login-page.tsx'],
  '/register': ['features/accounts/register-page.tsx'],
  '/reset-password': ['features/accounts/reset-password-page.tsx'],
  '/restore-email': ['features/accounts/restore-email-page.tsx'],
  '/about': [portal, 'features/club/about-page.tsx'],
  '/terms': [portal, 'features/club/terms-page.tsx'],
  '/dashboard': [portal, 'features/dashboard/dashboard-page.tsx'],
  '/timeline': [portal, 'features/timeline/timeline-page.tsx'],
  '/contact': [portal, 'features/contact/contact-page.tsx'],
  '/profile': [portal, 'features/profile/profile-page.tsx'],
  '/user-tasks': [portal, 'features/tasks/user-task-page.tsx'],
  '/formspree-test': [portal, 'features/forms/form-test-page.tsx'],
  '/tasks': [admin, 'features/admin/tasks-page.tsx'],
  '/admin': [admin, 'features/admin/user-management-page.tsx'],
  '/admin-dashboard': [admin, 'features/admin/admin-dashboard-page.tsx'],
  '/admin/inbox': [admin, 'features/inbox/inbox-page.tsx'],
  '/admin/health': [admin, 'features/diagnostics/health-page.tsx'],
  '/admin/access': [admin, 'features/diagnostics/access-page.tsx'],
  '/database-test': [admin, 'features/diagnostics/database-test-page.tsx'],
  '/firebase-test': [admin, 'features/diagnostics/config-test-page.tsx'],
  '/data-recovery': [admin, 'features/diagnostics/data-recovery-page.tsx'],
  '/migrate-users': [admin, 'features/diagnostics/migrate-users-page.tsx'],
};
const notFound = [portal, 'app/not-found-page.tsx'];

/** Pages that lead whoever is signed out to the login screen. */
const signedInOnly: readonly string[] = [
  '/dashboard',
  '/timeline',
  '/contact',
  '/user-tasks',
  '/admin-dashboard',
  '/admin/inbox',
  '/admin/health',
  '/admin/access',
] satisfies PagePath[];

/**
 * Where a request for a page is led on to, if it is: the guards of the spec's route table (point 2), which the
 * client has too (client/app/guards.ts), applied before there is a page. Only paths that are known here are led to;
 * the way back after signing in is left to the client.
 */
export function leadsTo(url: URL, user: SessionUser | null): string | null {
  const { pathname, searchParams } = url;
  if (!user) return pathname === '/' || signedInOnly.includes(pathname) ? loginPath(url) : null;
  const home = user.role === 'administrator' ? '/admin-dashboard' : '/dashboard';
  if (pathname === '/' || (pathname === '/dashboard' && home !== pathname)) return home;
  const forSignedOut = pathname === '/login' || pathname === '/register';
  return forSignedOut && !searchParams.has('from') ? home : null;
}

/** The modules of the page that shows at a path; of the page that says so where there is none. */
export function modulesOf(path: string): readonly string[] {
  const page = pagePaths.find((known) => known === path);
  return page ? pageModules[page] : notFound;
}
