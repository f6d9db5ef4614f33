import { Fragment, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useSessionUser } from '#client/features/accounts/queries.ts';
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
      <Fragment key={useAccountGeneration()}>
        <Outlet />
      </Fragment>
      <ScrollRestoration />
    </>
  );
}

/** Counts how often an account was replaced, so that nothing typed or opened for one is there for the next. */
function useAccountGeneration(): number {
  const uid = useSessionUser()?.uid ?? null;
  const [shown, setShown] = useState({ uid, generation: 0 });
  if (uid === shown.uid) return shown.generation;
  const generation = shown.uid === null ? shown.generation : shown.generation + 1;
  setShown({ uid, generation });
  return generation;
}
