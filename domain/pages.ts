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
] as const;
export type PagePath = (typeof pagePaths)[number];
