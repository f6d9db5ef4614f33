import type { ReactNode } from 'react';
import { useClub } from '#client/lib/club.ts';

/** The club's logo, or else the children. Decorative: the text beside it names the club. */
export function ClubLogo({ children }: { children?: ReactNode }) {
  const { logo } = useClub();
  return logo ? <img src={logo} alt="" width={32} height={32} /> : children;
}
