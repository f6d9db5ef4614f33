import { IconUserCircle } from '@tabler/icons-react';
import { Link, NavLink } from 'react-router';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { club } from '#client/lib/club.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Logo } from '#client/ui/logo.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import { HeaderBar, SignOutButton } from './header-bar.tsx';
import classes from './portal-header.module.css';

/** The header of all pages but the administrator's. */
export function PortalHeader() {
  const user = useSessionUser();
  return (
    <HeaderBar
      menuLabel="Account"
      brand={
        <Link className={classes.brand} to="/" aria-label={`${club.shortName}, start page`}>
          <Logo size={32} />
          <span>{club.shortName}</span>
        </Link>
      }
    >
      {user ? <MemberMenu user={user} /> : <VisitorMenu />}
    </HeaderBar>
  );
}

function MemberMenu({ user }: { user: SessionUser }) {
  return (
    <>
      <span className={classes.email} title={user.email}>
        {user.email}
      </span>
      <NavLink className={classes.link ?? ''} to="/profile">
        <IconUserCircle size={20} stroke={1.7} aria-hidden="true" />
        Profile
      </NavLink>
      <SignOutButton />
    </>
  );
}

function VisitorMenu() {
  return (
    <>
      <NavLink className={classes.link ?? ''} to="/about">
        About
      </NavLink>
      <NavLink className={classes.link ?? ''} to="/login">
        Sign in
      </NavLink>
      <ButtonLink to="/register" size="sm">
        Sign up
      </ButtonLink>
    </>
  );
}
