import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import classes from './root.module.css';

/** Around every page: a thin bar while the next page loads, and the scroll position that belongs to it. */
export function Root() {
  const loading = useNavigation().state === 'loading';
  return (
    <>
      <div className={classes.progress} data-loading={loading || undefined} aria-hidden="true" />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
