import { createElement, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { followShownAccount } from '#client/features/accounts/shown-account.ts';
import { beginPage, hasDrafts } from '#client/lib/drafts.ts';
import { rememberControls } from '#client/lib/form-controls.ts';
import { logFailure } from '#client/lib/log.ts';
import { type PortalState, pageTime, readPortalState } from '#client/lib/portal-state.ts';
import { pageAt } from '#domain/pages.ts';
import { Portal, type Router } from './portal.tsx';
import { createQueryClient } from './query-client.ts';
import { createRoutes } from './router.tsx';

/** Milliseconds to wait for the page before showing 'Loading...'. */
const loadingDelay = 350;

/** Starts the portal in this document. @returns a function that removes it again, which tests call */
export function startPortal(): () => void {
  const state = readPortalState();
  Object.assign(pageTime, { timeZone: state?.timeZone });
  const client = createQueryClient(state);
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  const isPrerendered = container.hasChildNodes();
  nameHistoryEntry();
  // The browser restores the position of a prerendered page; with hydration data, the router leaves it alone.
  const router = createBrowserRouter(createRoutes(client), isPrerendered ? { hydrationData: {} } : {});
  // The page of a former account leads home; after a sign-in or sign-out the guards decide.
  const account = followShownAccount(client, ({ replaced }) => {
    const isForVisitors = pageAt(window.location.pathname)?.opensFor === 'visitors';
    void (replaced && !isForVisitors ? router.navigate('/') : router.revalidate());
  });
  const portal = createElement(Portal, { client, router, club: state?.club ?? null });
  const closings: (() => void)[] = [beginPage(), () => router.dispose(), () => client.clear()];

  // A transition renders in slices and keeps a slow phone responsive.
  const render = () =>
    startTransition(() => {
      rememberControls(container);
      const hydrates = isPrerendered && isAsRendered(state) && !router.state.errors;
      const root = hydrates ? hydrateRoot(container, portal) : createRoot(container);
      if (!hydrates) root.render(portal);
      closings.unshift(() => root.unmount());
    });
  // A prerendered page is visible already: take over when the modules are loaded, however long that takes.
  if (isPrerendered) whenReady(router, render, Number.POSITIVE_INFINITY);
  // If the session is known, show 'Loading...' only on a slow network.
  else if (state?.session) whenReady(router, render, loadingDelay);
  else render();
  let closed = false;
  // No page needs them to be usable.
  import('./services.tsx')
    .then(({ startServices }) => {
      if (!closed) closings.unshift(startServices(client, state, account));
    })
    .catch((error: unknown) => logFailure('The services of the page could not be loaded', error));
  return () => {
    closed = true;
    for (const close of closings) close();
  };
}

/**
 * Whether the page shows first what the server rendered. Input that this browser has kept differs from the markup, and so does an
 * error page: neither can hydrate it.
 */
function isAsRendered(state: PortalState | null): boolean {
  const user = state?.session?.user;
  return !(user && hasDrafts(user.uid));
}

/**
 * The router gives the same key to the entry of every page load, and would restore the scroll position of the page
 * loaded before. A key of the entry itself survives reloading and Back.
 */
function nameHistoryEntry(): void {
  const { history } = window;
  if (!history.state?.key)
    history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, '');
}

/** Calls `done` once the first page's modules are loaded, or after the delay. */
function whenReady(router: Router, done: () => void, loadingDelay: number): void {
  let waiting = true;
  const stop = router.subscribe(({ initialized }) => initialized && go());
  if (Number.isFinite(loadingDelay)) setTimeout(go, loadingDelay);
  if (router.state.initialized) go();

  function go(): void {
    if (waiting) done();
    waiting = false;
    stop();
  }
}
