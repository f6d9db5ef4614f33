import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unreadQuery } from '#client/features/inbox/unread.ts';
import { useClub } from '#client/lib/club.ts';
import { useLiveStatus } from '#client/live/live.tsx';
import { LiveStatus } from '#client/live/live-status.tsx';
import { ColorSchemeSwitch } from '#client/ui/color-scheme-switch.tsx';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import { adminFooter, adminHeader } from '#domain/admin.ts';
import { unreadTexts } from '#domain/unread.ts';
import classes from './admin-frame.module.css';
import { CommandButton } from './command-button.tsx';
import { HeaderBar } from './header-bar.tsx';
import { PageFrame } from './page-frame.tsx';
import { adminPages, frameTexts, reviewerPages, reviewerTexts } from './texts.ts';

export function AdminFrame({ user, children }: { user: SessionUser; children: ReactNode }) {
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
