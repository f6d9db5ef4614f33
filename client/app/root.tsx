import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { club } from '#client/lib/club.ts';
import { fullTitle, notFoundPage, pageAt } from '#domain/pages.ts';
import classes from './root.module.css';

/** Around every page: its title, a thin bar while the next page loads, and the scroll position. */
export function Root() {
  const loading = useNavigation().state === 'loading';
  const { pathname } = useLocation();
  const { title } = pageAt(pathname) ?? notFoundPage;
  useEffect(() => {
    document.title = fullTitle(title, club);
  }, [title]);
  return (
    <>
      <div className={classes.progress} data-loading={loading || undefined} aria-hidden="true" />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
