import { IconLogout, IconMenu2, IconUserCircle, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useNavigate } from 'react-router';
import { useSignOut } from '#client/features/accounts/mutations.ts';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { club } from '#client/lib/club.ts';
import { logFailure } from '#client/lib/log.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ColorSchemeSwitch } from '#client/ui/color-scheme-switch.tsx';
import iconButton from '#client/ui/icon-button.module.css';
import { Logo } from '#client/ui/logo.tsx';
import type { SessionUser } from '#domain/accounts.ts';
import classes from './portal-header.module.css';

/** The header of every portal page. On a phone all but the mark and the light/dark switch is in a menu. */
export function PortalHeader() {
  const user = useSessionUser();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const ToggleIcon = open ? IconX : IconMenu2;

  useEffect(() => {
    if (!open) return;
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);

  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link className={classes.brand} to="/" aria-label={`${club.shortName}, start page`}>
          <Logo size={32} />
          <span>{club.shortName}</span>
        </Link>
        <div className={classes.always}>
          <ColorSchemeSwitch />
          <button
            ref={toggle}
            type="button"
            className={`${iconButton.button} ${classes.toggle}`}
            aria-label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls="account-menu"
            onClick={() => setOpen(!open)}
          >
            <ToggleIcon size={22} stroke={1.7} aria-hidden="true" />
          </button>
        </div>
        <nav id="account-menu" className={classes.menu} data-open={open || undefined} aria-label="Account">
          {user ? <MemberMenu user={user} /> : <VisitorMenu />}
        </nav>
      </div>
    </header>
  );
}

function MemberMenu({ user }: { user: SessionUser }) {
  const signOut = useSignOut();
  const navigate = useNavigate();

  async function leave() {
    try {
      await signOut.mutateAsync();
      await navigate('/login');
    } catch (error) {
      logFailure('Signing out failed', error);
    }
  }

  return (
    <>
      <span className={classes.email} title={user.email}>
        {user.email}
      </span>
      <NavLink className={classes.link ?? ''} to="/profile">
        <IconUserCircle size={20} stroke={1.7} aria-hidden="true" />
        Profile
      </NavLink>
      <Button
        variant="default"
        size="sm"
        disabled={signOut.isPending}
        leftSection={<IconLogout size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => void leave()}
      >
        Sign Out
      </Button>
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
