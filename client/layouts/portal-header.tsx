import { Link, NavLink } from 'react-router';
import { useClub } from '#client/lib/club.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Logo } from '#client/ui/logo.tsx';
import textLink from '#client/ui/text-link.module.css';
import typography from '#client/ui/typography.module.css';
import type { SessionUser } from '#domain/accounts.ts';
import { HeaderBar } from './header-bar.tsx';
import classes from './portal-header.module.css';
import { SignOutButton } from './sign-out-button.tsx';
import { frameTexts, memberMenuTexts as texts, visitorMenuTexts } from './texts.ts';

export function PortalHeader() {
  const user = useSessionUser();
  return (
    <HeaderBar menuLabel={frameTexts.account} brand={<Brand />}>
      {user ? <MemberMenu user={user} /> : <VisitorMenu />}
    </HeaderBar>
  );
}

function Brand() {
  const { shortName } = useClub();
  return (
    <Link className={`${textLink.quiet} ${classes.brand}`} to="/" aria-label={frameTexts.start(shortName)}>
      <Logo />
      <span>{shortName}</span>
    </Link>
  );
}

/** The way through registration, then the account. */
const memberPages = [
  { to: '/user-tasks', label: texts.task },
  { to: '/timeline', label: texts.timeline },
  { to: '/contact', label: texts.submit },
] as const;
const profilePage = { to: '/profile', label: texts.profile } as const;

function MemberMenu({ user }: { user: SessionUser }) {
  const pages = user.role === 'member' ? [...memberPages, profilePage] : [profilePage];
  return (
    <>
      {pages.map(({ to, label }) => (
        <NavLink key={to} className={`${textLink.quiet} ${classes.link}`} to={to}>
          {label}
        </NavLink>
      ))}
      <span className={`${typography.fact} ${typography.ellipsis} ${classes.email}`} title={user.email}>
        {user.email}
      </span>
      <SignOutButton />
    </>
  );
}

function VisitorMenu() {
  return (
    <>
      <NavLink className={`${textLink.quiet} ${classes.link}`} to="/about">
        {visitorMenuTexts.about}
      </NavLink>
      <NavLink className={`${textLink.quiet} ${classes.link}`} to="/login">
        {visitorMenuTexts.signIn}
      </NavLink>
      <ButtonLink to="/register" size="sm">
        {visitorMenuTexts.signUp}
      </ButtonLink>
    </>
  );
}
