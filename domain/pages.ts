/** Every page of the portal; any other path is the not-found page, with status 404 (spec, point 2). */
export const pagePaths = [
  '/',
  '/login',
  '/register',
  '/reset-password',
  '/restore-email',
  '/about',
  '/terms',
  '/dashboard',
  '/timeline',
  '/contact',
  '/profile',
  '/user-tasks',
  '/formspree-test',
  '/admin/inbox',
  '/tasks',
  '/admin',
  '/admin-dashboard',
  '/database-test',
  '/firebase-test',
  '/data-recovery',
  '/migrate-users',
  '/admin/health',
  '/admin/access',
] as const;
export type PagePath = (typeof pagePaths)[number];

/** Pages that come drawn to whoever is signed out: they stand before any script has run. */
export const prerenderedPages = ['/login', '/register', '/about', '/terms'] as const satisfies PagePath[];

/** Stands in a drawn page where the nonce of its style elements goes. */
export const styleNoncePlaceholder = 'STYLE-NONCE';
