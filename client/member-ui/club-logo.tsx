import type { ReactNode } from 'react';
import { useClub } from '#client/lib/club.ts';
import classes from './club-logo.module.css';

/** The club's logo, or else the children. Decorative: the text beside it names the club. */
export function ClubLogo({ children }: { children?: ReactNode }) {
  const { logo } = useClub();
  return logo ? <img className={classes.logo} src={logo} alt="" /> : children;
}
