import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Link, Outlet } from 'react-router';
import { club } from '#client/lib/club.ts';
import { ColorSchemeSwitch } from '#client/ui/color-scheme-switch.tsx';
import classes from './auth-layout.module.css';
import * as texts from './first-paint-texts.ts';
import { Honeycomb } from './honeycomb.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** Frame of the sign-in and registration pages, without navigation. Renders the outlet when used as a route. */
export function AuthLayout({ children }: { children?: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  return (
    <div className={classes.layout}>
      <header className={classes.header}>
        <Link className={classes.back} to="/about">
          <IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />
          {texts.about}
        </Link>
        <ColorSchemeSwitch />
      </header>
      <main ref={main} className={classes.main}>
        <Honeycomb />
        {children ?? <Outlet />}
      </main>
      <footer className={classes.footer}>
        <span>{club.name}</span>
        <span>{club.recruitmentStatus}</span>
        <Link to="/terms">{texts.terms}</Link>
      </footer>
    </div>
  );
}
