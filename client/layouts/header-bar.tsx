import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ColorSchemeSwitch } from '#client/ui/color-scheme-switch.tsx';
import iconButton from '#client/ui/icon-button.module.css';
import { IconMenu2, IconX } from '#client/ui/page-icons.ts';
import classes from './portal-header.module.css';
import { frameTexts } from './texts.ts';

interface HeaderBarProps {
  brand: ReactNode;
  menuLabel: string;
  children: ReactNode;
  /** Controls at the end of the bar, which a phone shows too, instead of the colour switch alone. */
  tools?: ReactNode;
}

/** The page header. On a phone everything but the brand and the colour switch is in a menu. */
export function HeaderBar({ brand, menuLabel, children, tools }: HeaderBarProps) {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const ToggleIcon = open ? IconX : IconMenu2;

  useEffect(() => {
    if (!open) return;
    function closeOnEscape(event: KeyboardEvent) {
      // In a dialog over the menu, Escape closes only that.
      const inDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
      if (event.key !== 'Escape' || inDialog) return;
      setOpen(false);
      toggle.current?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open]);

  return (
    <header className={classes.header} data-screen-only>
      <div className={classes.bar}>
        {brand}
        <div className={classes.controls}>
          {!tools && <ColorSchemeSwitch />}
          <button
            ref={toggle}
            type="button"
            className={`${iconButton.button} ${classes.toggle}`}
            aria-label={open ? frameTexts.closeMenu : frameTexts.openMenu}
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
        {tools && <div className={classes.tools}>{tools}</div>}
      </div>
    </header>
  );
}
