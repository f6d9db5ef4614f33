import { Fragment, useEffect, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useSessionUser } from '#client/features/accounts/queries.ts';
import { useClub } from '#client/lib/club.ts';
import { fullTitle, notFoundPage, pageAt } from '#domain/pages.ts';
import classes from './root.module.css';

/** Around every page: its title, a thin bar while the next page loads, and the scroll position. */
export function Root() {
  const loading = useNavigation().state === 'loading';
  const { pathname } = useLocation();
  const { title } = pageAt(pathname) ?? notFoundPage;
  const club = useClub();
  useEffect(() => {
    document.title = fullTitle(title, club);
  }, [title, club]);
  useKeptPosition();
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

/** Keeps the position of a prerendered page that was scrolled before it is hydrated: ScrollRestoration starts at the top. */
function useKeptPosition(): void {
  const position = useRef(0);
  useInsertionEffect(() => {
    position.current = window.scrollY;
  }, []);
  useLayoutEffect(() => {
    window.scrollTo(0, position.current);
  }, []);
}

/** Counts how often one account replaced another, so that no input or dialog of one account is shown to the next. */
function useAccountGeneration(): number {
  const uid = useSessionUser()?.uid ?? null;
  const [last, setLast] = useState({ uid, generation: 0 });
  // Signing out alone keeps the page: it may say what happened.
  if (uid === null || uid === last.uid) return last.generation;
  const generation = last.uid === null ? last.generation : last.generation + 1;
  setLast({ uid, generation });
  return generation;
}
