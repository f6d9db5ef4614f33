import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useClub } from '#client/lib/club.ts';
import { useLiveMember } from '#client/live/live.tsx';
import { ClubFooter } from '#client/member-ui/club-footer.tsx';
import { memberQuery } from '#client/member-ui/queries.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { isMember, type SessionUser } from '#domain/accounts.ts';
import { HeaderBar } from './header-bar.tsx';
import { PageFrame } from './page-frame.tsx';
import { frameTexts, memberPages, profileLink, reviewerPages, visitorPages } from './texts.ts';

export function Component() {
  return (
    <PortalFrame>
      <Outlet />
    </PortalFrame>
  );
}

/** The portal's header and footer. Keeps a signed-in member's record up to date while mounted. */
export function PortalFrame({ children }: { children: ReactNode }) {
  useLiveMember();
  const { data: member } = useQuery({ ...memberQuery, enabled: false });
  return (
    <PageFrame track={member?.developmentTrack} header={<PortalHeader />} footer={<ClubFooter />}>
      {children}
    </PageFrame>
  );
}

function pagesOf(user: SessionUser | null) {
  if (!user) return visitorPages;
  if (user.role === 'reviewer') return reviewerPages(user);
  return isMember(user) ? memberPages : [profileLink];
}

function PortalHeader() {
  const user = useSessionUser();
  const { shortName } = useClub();
  return (
    <HeaderBar
      home="/"
      homeLabel={frameTexts.start(shortName)}
      brand={<span>{shortName}</span>}
      menuLabel={frameTexts.account}
      pages={pagesOf(user)}
      email={user?.email}
    >
      {!user && (
        <ButtonLink to="/register" size="sm">
          {frameTexts.signUp}
        </ButtonLink>
      )}
    </HeaderBar>
  );
}
