import { type ReactNode, useRef } from 'react';
import { Link, Outlet } from 'react-router';
import { clubSentence, useClub } from '#client/lib/club.ts';
import { Cell, Prompt } from '#client/member-ui/cell.tsx';
import { ClubLogo } from '#client/member-ui/club-logo.tsx';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { ColorSchemeSwitch } from '#client/ui/color-scheme-switch.tsx';
import { IconArrowLeft } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import textLink from '#client/ui/text-link.module.css';
import { tracks } from '#domain/member-choices.ts';
import classes from './auth-layout.module.css';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** Frame of the sign-in and registration pages: the pad and the form. Renders the outlet when used as a route. */
export function AuthLayout({ children }: { children?: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const club = useClub();
  useFocusOnNavigation(main);
  return (
    <div className={classes.layout}>
      <header className={classes.pad} data-screen-only>
        <div className={layout.ends}>
          <Link className={`${textLink.quiet} ${layout.grow}`} to="/about">
            <IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />
            {texts.about(club.name)}
          </Link>
          <ColorSchemeSwitch />
        </div>
        <div className={classes.pitch}>
          <TrackStrip />
          <p className={classes.sentence}>
            {clubSentence.map((part) => (
              <span key={part}>{part}</span>
            ))}
          </p>
          <p className={classes.what}>{texts.what}</p>
        </div>
      </header>
      <div className={classes.form}>
        <main ref={main} className={classes.main}>
          {children ?? <Outlet />}
        </main>
        <footer className={`${layout.ends} ${classes.footer}`}>
          <span>{club.recruitment.text ?? club.recruitmentStatus}</span>
          <Link to="/terms">{texts.terms}</Link>
        </footer>
      </div>
    </div>
  );
}

/** The club's mark and the four tracks as a strip of cells. Decorative. */
function TrackStrip() {
  return (
    <div className={classes.strip} aria-hidden="true">
      <ClubLogo>
        <Cell status="completed" glyph={Prompt} />
      </ClubLogo>
      {tracks.map((track) => (
        <Cell key={track} status="completed" track={track} glyph={trackStyles[track].icon} />
      ))}
    </div>
  );
}

const texts = {
  about: (club: string) => `About ${club}`,
  terms: 'Terms',
  what: 'Android, web, machine learning or games: each track has one task, and every project you submit is reviewed by a person.',
} as const;
