import './lib/zod-setup.ts';
import './ui/styles.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { pageAt } from '#domain/pages.ts';
import { Portal, type Router } from './app/portal.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRoutes } from './app/router.tsx';
import { followShownAccount } from './features/accounts/shown-account.ts';
import { loadUntilDone } from './lib/load-until-done.ts';
import { readPortalState } from './lib/portal-state.ts';
import { whenIdle } from './lib/when-idle.ts';

const state = readPortalState();
const client = createQueryClient(state);
/** Milliseconds to wait for the page before showing 'Loading...'. */
const loadingDelay = 350;

if (state?.offline) void restoreLastSeen().finally(start);
else start();

function start(): void {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  const isPrerendered = container.hasChildNodes();
  // Preloaded, but only decoded when used: start now, so that the first text is not painted twice.
  if (!isPrerendered) document.fonts.load('1rem "Inter Variable"').catch(() => {});
  nameHistoryEntry();
  // The browser restores the position of a prerendered page; with hydration data, the router leaves it alone.
  const router = createBrowserRouter(createRoutes(client), isPrerendered ? { hydrationData: {} } : {});
  // The page of a former account leads home; after a sign-in or sign-out the guards decide.
  const account = followShownAccount(client, ({ replaced }) => {
    const isForVisitors = pageAt(window.location.pathname)?.opensFor === 'visitors';
    void (replaced && !isForVisitors ? router.navigate('/') : router.revalidate());
  });
  const portal = <Portal client={client} router={router} styleNonce={state?.styleNonce} />;
  // A transition renders in slices and keeps a slow phone responsive.
  const render = () => startTransition(() => createRoot(container).render(portal));
  // An error page differs from the prerendered markup and cannot hydrate it.
  const hydrate = () =>
    router.state.errors ? render() : startTransition(() => void hydrateRoot(container, portal));
  // A prerendered page is visible already: hydrate it when its modules are loaded, however long that takes.
  if (isPrerendered) whenReady(router, hydrate, Number.POSITIVE_INFINITY);
  // If the session is known, show 'Loading...' only on a slow network.
  else if (state?.session || state?.offline) whenReady(router, render, loadingDelay);
  else render();
  afterLoad(async () => {
    const deferred = await loadUntilDone(() => import('./app/deferred-start-up.tsx'));
    deferred?.startDeferred(client, router, state, account);
  });
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

async function restoreLastSeen(): Promise<void> {
  const lastSeen = await import('./features/connection/last-seen.ts');
  await lastSeen.restoreLastSeen(client);
}

/** Runs work that can wait until the page has loaded. */
function afterLoad(work: () => Promise<void>): void {
  const later = () => whenIdle(() => void work());
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later);
}
