import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useLiveMember } from '#client/features/live/use-live-member.ts';
import { club } from '#client/lib/club.ts';
import { PageFrame } from './page-frame.tsx';
import { PortalHeader } from './portal-header.tsx';
import classes from './portal-layout.module.css';

/** Around every page but the administrator's and the screens of signing in. */
export function Component() {
  return (
    <PortalFrame>
      <Outlet />
    </PortalFrame>
  );
}

/** The portal's header and footer around a page; a signed-in member's record is followed while it is there. */
export function PortalFrame({ children }: { children: ReactNode }) {
  useLiveMember();
  return (
    <PageFrame
      header={<PortalHeader />}
      footer={
        <>
          <p className={classes.club}>{club.name}</p>
          {club.president && <p>President: {club.president}</p>}
          <p className={classes.recruitment}>{club.recruitmentStatus}</p>
        </>
      }
    >
      {children}
    </PageFrame>
  );
}
