import { IconLogout, IconMenu2, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSignOut } from '#client/features/accounts/mutations.ts';
import { failureMessage } from '#client/lib/api.ts';
import { logFailure } from '#client/lib/log.ts';
import { useRestoreFocus } from '#client/lib/use-restore-focus.ts';
import { Button } from '#client/ui/button.tsx';
import { ColorSchemeSwitch } from '#client/ui/color-scheme-switch.tsx';
import iconButton from '#client/ui/icon-button.module.css';
import { Notice } from '#client/ui/notice.tsx';
import classes from './portal-header.module.css';
import { signOutTexts } from './texts.ts';

interface HeaderBarProps {
  /** The logo and the name beside it. */
  brand: ReactNode;
  /** Names the menu for screen readers. */
  menuLabel: string;
  /** Navigation items: in the bar, or in a menu on a phone. */
  children: ReactNode;
}

/** The page header. On a phone everything but the brand and the colour switch is in a menu. */
export function HeaderBar({ brand, menuLabel, children }: HeaderBarProps) {
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
        {brand}
        <div className={classes.controls}>
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
        <nav id="account-menu" className={classes.menu} data-open={open || undefined} aria-label={menuLabel}>
          {children}
        </nav>
      </div>
    </header>
  );
}

/**
 * Signs out and opens the login page. The button says so until that page is there; a failure is shown below it, and its
 * details are logged (spec, point 8).
 */
export function SignOutButton() {
  const signOut = useSignOut();
  const navigate = useNavigate();

  const [state, setState] = useState<'idle' | 'busy' | { failure: string }>('idle');
  const button = useRef<HTMLButtonElement>(null);
  const busy = state === 'busy';
  useRestoreFocus(busy, () => button.current);

  async function leave() {
    setState('busy');
    try {
      await signOut.mutateAsync();
      await navigate('/login');
    } catch (error) {
      logFailure('Signing out failed', error);
      setState({ failure: signOutTexts.failed(failureMessage(error)) });
    }
  }

  return (
    <div className={classes.signOut}>
      <Button
        ref={button}
        variant="default"
        size="sm"
        disabled={busy}
        leftSection={<IconLogout size={18} stroke={1.7} aria-hidden="true" />}
        onClick={() => void leave()}
      >
        {busy ? signOutTexts.busy : signOutTexts.button}
      </Button>
      {typeof state === 'object' && (
        <div className={classes.failure}>
          <Notice tone="error">{state.failure}</Notice>
        </div>
      )}
    </div>
  );
}
