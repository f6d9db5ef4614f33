import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { AuthLayout } from '#client/layouts/auth-layout.tsx';
import { LoadingPage } from '#client/ui/loading-screen.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { createGuards } from './guards.ts';
import { Root } from './root.tsx';
import { SignedInOnly } from './signed-in-only.tsx';

/** Every screen of the portal. Each page is a chunk of its own, whose module exports `Component`. */
export function createRoutes(client: QueryClient): RouteObject[] {
  const guards = createGuards(client);
  const errorElement = <ErrorScreen />;

  return [
    {
      Component: Root,
      loader: guards.session,
      HydrateFallback: LoadingPage,
      errorElement: <ErrorScreen fullPage />,
      children: [
        { index: true, loader: guards.home },
        {
          Component: AuthLayout,
          children: [
            {
              errorElement,
              children: [
                {
                  path: 'login',
                  loader: guards.signedOutOnly,
                  lazy: () => import('#client/features/accounts/login-page.tsx'),
                },
                {
                  path: 'register',
                  loader: guards.signedOutOnly,
                  lazy: () => import('#client/features/accounts/register-page.tsx'),
                },
                {
                  path: 'reset-password',
                  lazy: () => import('#client/features/accounts/reset-password-page.tsx'),
                },
                {
                  path: 'restore-email',
                  lazy: () => import('#client/features/accounts/restore-email-page.tsx'),
                },
              ],
            },
          ],
        },
        {
          lazy: () => import('#client/features/admin/admin-area.tsx'),
          children: [
            {
              errorElement,
              children: [
                { path: 'admin', lazy: () => import('#client/features/admin/user-management-page.tsx') },
                { path: 'tasks', lazy: () => import('#client/features/admin/tasks-page.tsx') },
                {
                  path: 'database-test',
                  lazy: () => import('#client/features/diagnostics/database-test-page.tsx'),
                },
                {
                  path: 'firebase-test',
                  lazy: () => import('#client/features/diagnostics/config-test-page.tsx'),
                },
                {
                  path: 'data-recovery',
                  lazy: () => import('#client/features/diagnostics/data-recovery-page.tsx'),
                },
                {
                  path: 'migrate-users',
                  lazy: () => import('#client/features/diagnostics/migrate-users-page.tsx'),
                },
                {
                  Component: SignedInOnly,
                  children: [
                    {
                      path: 'admin-dashboard',
                      loader: guards.signedInOnly,
                      lazy: () => import('#client/features/admin/admin-dashboard-page.tsx'),
                    },
                    {
                      path: 'admin/inbox',
                      loader: guards.signedInOnly,
                      lazy: () => import('#client/features/inbox/inbox-page.tsx'),
                    },
                    {
                      path: 'admin/health',
                      loader: guards.signedInOnly,
                      lazy: () => import('#client/features/diagnostics/health-page.tsx'),
                    },
                    {
                      path: 'admin/access',
                      loader: guards.signedInOnly,
                      lazy: () => import('#client/features/diagnostics/access-page.tsx'),
                    },
                  ],
                },
              ],
            },
          ],
        },
        {
          lazy: () => import('#client/layouts/portal-layout.tsx'),
          children: [
            {
              errorElement,
              children: [
                { path: 'about', lazy: () => import('#client/features/club/about-page.tsx') },
                { path: 'terms', lazy: () => import('#client/features/club/terms-page.tsx') },
                { path: 'formspree-test', lazy: () => import('#client/features/forms/form-test-page.tsx') },
                { path: 'profile', lazy: () => import('#client/features/profile/profile-page.tsx') },
                {
                  Component: SignedInOnly,
                  children: [
                    {
                      path: 'dashboard',
                      loader: guards.dashboard,
                      lazy: () => import('#client/features/dashboard/dashboard-page.tsx'),
                    },
                    {
                      path: 'timeline',
                      loader: guards.signedInOnly,
                      lazy: () => import('#client/features/timeline/timeline-page.tsx'),
                    },
                    {
                      path: 'contact',
                      loader: guards.signedInOnly,
                      lazy: () => import('#client/features/contact/contact-page.tsx'),
                    },
                    {
                      path: 'user-tasks',
                      loader: guards.signedInOnly,
                      lazy: () => import('#client/features/tasks/user-task-page.tsx'),
                    },
                  ],
                },
                { path: '*', lazy: () => import('./not-found-page.tsx') },
              ],
            },
          ],
        },
      ],
    },
  ];
}
