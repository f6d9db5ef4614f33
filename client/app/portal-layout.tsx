import { useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { club } from '#client/lib/club.ts';
import { PortalHeader } from './portal-header.tsx';
import classes from './portal-layout.module.css';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** Around every page but the screens of signing in: header, content, footer. */
export function Component() {
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  const { pathname } = useLocation();
  return (
    <div className={classes.layout}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      {/* A new page closes the mobile menu. */}
      <PortalHeader key={pathname} />
      <main ref={main} id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <div className={classes.footerRow}>
          <p className={classes.club}>{club.name}</p>
          {club.president && <p>President: {club.president}</p>}
          <p className={classes.recruitment}>{club.recruitmentStatus}</p>
        </div>
      </footer>
    </div>
  );
}
