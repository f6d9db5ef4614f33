import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { LiveProvider } from '#client/live/live.tsx';
import { sessionHooks } from '#client/session/mutations.ts';
import { sessionQuery, useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { NotificationsProvider } from '#client/ui/notifications.tsx';
import { accessDenied } from '#domain/admin.ts';
import { isMeantFor, pageAt } from '#domain/pages.ts';
import { accountTabs } from '#domain/shown-account.ts';
import { AdminFrame } from './admin-frame.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { PortalFrame } from './portal-layout.tsx';
import { reviewerTexts } from './texts.ts';

/** Frame of the pages of the administrator and of reviewers, with what other users see at their URLs. */
export function Component() {
  const user = useSessionUser();
  const page = pageAt(useLocation().pathname);
  const isReviewers = user?.role === 'reviewer' && page?.audience === 'reviewer';
  useHeldDesk(isReviewers);
  if (user?.role !== 'administrator' && !isReviewers) return <ForOthers />;
  return (
    <LiveProvider account={user.needsSecondFactor ? null : user.uid}>
      <NotificationsProvider>
        <AdminFrame user={user}>
          <Outlet />
        </AdminFrame>
      </NotificationsProvider>
    </LiveProvider>
  );
}

/** The sign-in form of /admin, 'Access Denied', or a page without a guard (spec, point 2). */
function ForOthers() {
  const page = pageAt(useLocation().pathname);
  const user = useSessionUser();
  if (page?.path === '/admin') return <AuthLayout />;
  // Somebody whose session has just ended is redirected by the route.
  const denied = user !== null && page !== undefined && !isMeantFor(page, user);
  return <PortalFrame>{denied ? <AccessDenied /> : <Outlet />}</PortalFrame>;
}

/** The page that members see instead of the administrator's pages (spec, point 2). */
function AccessDenied() {
  return (
    <EmptyState
      level={1}
      mark="403"
      title={accessDenied.title}
      action={
        <ButtonLink variant="filled" to="/dashboard">
          {accessDenied.button}
        </ButtonLink>
      }
    >
      {accessDenied.text}
    </EmptyState>
  );
}

/** Keeps a reviewer's desk on the screen when the session ends, so that its texts can be copied: the role may have ended. */
function useHeldDesk(isReviewers: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isReviewers) return;
    const session = client.getQueryData(sessionQuery.queryKey);
    const tabs = new BroadcastChannel(accountTabs);
    let signedOut = false;
    tabs.onmessage = ({ data }) => {
      signedOut = data === null;
    };
    sessionHooks.onEnd = () => {
      if (signedOut) return null;
      client.setQueryData(sessionQuery.queryKey, session);
      return reviewerTexts.ended;
    };
    return () => {
      delete sessionHooks.onEnd;
      tabs.close();
    };
  }, [client, isReviewers]);
}
