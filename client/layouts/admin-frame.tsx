import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { unreadQuery } from '#client/features/inbox/unread.ts';
import { useLiveStatus } from '#client/live/live.tsx';
import { LiveStatus } from '#client/live/live-status.tsx';
import { ColorSchemeSwitch } from '#client/ui/color-scheme-switch.tsx';
import { Logo } from '#client/ui/logo.tsx';
import textLink from '#client/ui/text-link.module.css';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { adminFooter, adminHeader } from '#domain/admin.ts';
import { inboxMessages } from '#domain/form-inbox.ts';
import classes from './admin-frame.module.css';
import { CommandButton } from './command-button.tsx';
import { HeaderBar } from './header-bar.tsx';
import { PageFrame } from './page-frame.tsx';
import header from './portal-header.module.css';
import { SignOutButton } from './sign-out-button.tsx';
import { adminMenuTexts, frameTexts } from './texts.ts';

const pages = [
  { to: '/admin-dashboard', label: adminMenuTexts.dashboard },
  { to: '/admin', label: adminMenuTexts.users },
  { to: '/admin/review', label: adminMenuTexts.review },
  { to: '/admin/messages', label: adminMenuTexts.messages },
  { to: '/admin/results', label: adminMenuTexts.results },
  { to: '/tasks', label: adminMenuTexts.tasks },
] as const;

export function AdminFrame({ email, children }: { email: string; children: ReactNode }) {
  return (
    <PageFrame
      wide
      header={
        <HeaderBar
          menuLabel={frameTexts.administrator}
          tools={
            <>
              <CommandButton />
              <LiveStatus />
              <ColorSchemeSwitch />
            </>
          }
          brand={
            <Link className={`${textLink.quiet} ${header.brand}`} to="/admin-dashboard">
              <Logo />
              <span className={classes.names}>
                <span>{adminHeader.title}</span>
                <span className={`${typography.faint} ${classes.role}`}>{adminHeader.role}</span>
              </span>
            </Link>
          }
        >
          {pages.map(({ to, label }) => (
            <NavLink key={to} className={`${textLink.quiet} ${header.link}`} to={to} end>
              {label}
            </NavLink>
          ))}
          <InboxLink className={`${textLink.quiet} ${header.link}`} />
          <span className={`${typography.fact} ${typography.ellipsis} ${header.email}`} title={email}>
            {email}
          </span>
          <SignOutButton />
        </HeaderBar>
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

function InboxLink({ className }: { className: string }) {
  const status = useLiveStatus();
  // The stream's first event makes the inbox refetch; fetching earlier would do it twice.
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: status !== 'connecting' });
  return (
    <NavLink className={className} to="/admin/inbox">
      {inboxMessages.title}
      {unread > 0 && (
        <span className={classes.count}>
          {unread > 99 ? '99+' : unread}
          <VisuallyHidden> {inboxMessages.unreadSuffix}</VisuallyHidden>
        </span>
      )}
    </NavLink>
  );
}
