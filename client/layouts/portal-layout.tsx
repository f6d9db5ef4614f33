import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useLiveMember } from '#client/features/live/live.tsx';
import { memberQuery } from '#client/features/members/queries.ts';
import { useClub } from '#client/lib/club.ts';
import { PageFrame } from './page-frame.tsx';
import { PortalHeader } from './portal-header.tsx';
import { frameTexts } from './texts.ts';

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
  const club = useClub();
  const { data: member } = useQuery({ ...memberQuery, enabled: false });
  return (
    <PageFrame
      track={member?.developmentTrack}
      header={<PortalHeader />}
      footer={
        <>
          <p>{club.name}</p>
          {club.president.name && <p>{frameTexts.president(club.president.name)}</p>}
          <p>{club.recruitment.text ?? club.recruitmentStatus}</p>
        </>
      }
    >
      {children}
    </PageFrame>
  );
}
