import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { unreadQuery } from '#client/features/inbox/unread.ts';
import { useClub } from '#client/lib/club.ts';
import type { StreamStatus } from '#client/lib/event-stream.ts';
import { LiveProvider, useLiveStatus } from '#client/live/live.tsx';
import { sessionHooks } from '#client/session/mutations.ts';
import { sessionQuery, useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { ColorSchemeSwitch } from '#client/ui/color-scheme-switch.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import type { Icon } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { NotificationsProvider } from '#client/ui/notifications.tsx';
import { IconAlertTriangle, IconLoader2, IconRefresh, IconWifi, IconWifiOff } from '#client/ui/page-icons.ts';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import { accessDenied, adminFooter, adminHeader } from '#domain/admin.ts';
import { isMeantFor, pageAt } from '#domain/pages.ts';
import { accountTabs } from '#domain/shown-account.ts';
import { unreadTexts } from '#domain/unread.ts';
import classes from './admin-frame.module.css';
import { AuthLayout } from './auth-layout.tsx';
import { CommandButton } from './command-button.tsx';
import { HeaderBar } from './header-bar.tsx';
import { PageFrame } from './page-frame.tsx';
import { PortalFrame } from './portal-layout.tsx';
import { adminPages, frameTexts, reviewerPages, reviewerTexts } from './texts.ts';

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

function AdminFrame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const isReviewer = user.role === 'reviewer';
  const { shortName } = useClub();
  return (
    <PageFrame
      wide
      header={
        <HeaderBar
          home={isReviewer ? '/admin/review' : '/admin-dashboard'}
          brand={
            <span className={classes.names}>
              <span>{isReviewer ? shortName : adminHeader.title}</span>
              <span className={`${typography.faint} ${classes.role}`}>
                {isReviewer ? reviewerTexts.role : adminHeader.role}
              </span>
            </span>
          }
          menuLabel={isReviewer ? frameTexts.account : frameTexts.administrator}
          pages={
            isReviewer ? reviewerPages(user) : [...adminPages, { to: '/admin/inbox', label: <InboxLabel /> }]
          }
          email={user.email}
          account="/admin/account"
          tools={
            <>
              {!isReviewer && <CommandButton />}
              <LiveStatus />
              <ColorSchemeSwitch />
            </>
          }
        />
      }
      footer={
        <>
          <p>{adminFooter.copyright}</p>
          <p>{adminFooter.version}</p>
        </>
      }
    >
      {children}
    </PageFrame>
  );
}

function InboxLabel() {
  const status = useLiveStatus();
  // The stream's first event makes the inbox refetch; fetching earlier would do it twice.
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: status !== 'connecting' });
  return (
    <>
      {unreadTexts.title}
      {unread > 0 && (
        <span className={classes.count}>
          {unread > 99 ? '99+' : unread}
          <VisuallyHidden> {unreadTexts.suffix}</VisuallyHidden>
        </span>
      )}
    </>
  );
}

const looks = {
  connecting: { tone: 'warning', label: 'Connecting', hint: 'Connecting to live updates' },
  live: { tone: 'success', label: 'Live', hint: 'This page follows every change' },
  reconnecting: { tone: 'warning', label: 'Reconnecting', hint: 'Reconnecting to live updates' },
  offline: { tone: 'error', label: 'Offline', hint: 'You’re offline; what you see may be out of date' },
  failed: {
    tone: 'error',
    label: 'Not live',
    hint: 'The live connection can’t be opened; what you see may be out of date',
  },
} as const;

const icons: Record<StreamStatus, Icon> = {
  connecting: IconLoader2,
  live: IconWifi,
  reconnecting: IconRefresh,
  offline: IconWifiOff,
  failed: IconAlertTriangle,
};

/** Whether the page follows changes, as a text for screen readers and a shape, not by colour alone. */
function LiveStatus() {
  const status = useLiveStatus();
  const Icon = icons[status];
  const { tone, label, hint } = looks[status];
  return (
    <p
      className={`${layout.media} ${typography.toned}`}
      data-status={status}
      data-tone={tone}
      role="status"
      data-screen-only
      title={hint}
    >
      <Icon size={17} stroke={1.9} aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </p>
  );
}
