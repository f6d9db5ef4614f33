import './lib/zod-setup.ts';
import './ui/styles.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { Portal, type Router } from './app/portal.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRoutes } from './app/router.tsx';
import { readPortalState } from './lib/portal-state.ts';

const state = readPortalState();
const client = createQueryClient(state);
/** Milliseconds without a page after which 'Loading...' stands. */
const patience = 350;

if (state?.offline) void restoreLastSeen().finally(start);
else start();

function start(): void {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');
  // Fetched already, but made ready only when text asks for it: the first text is not to be drawn twice.
  if (!place.hasChildNodes()) document.fonts.load('1rem "Inter Variable"').catch(() => {});
  const router = createBrowserRouter(createRoutes(client));
  const portal = <Portal client={client} router={router} styleNonce={state?.styleNonce} />;
  // As a transition it is done in slices, between which a slow phone still answers to a touch.
  const draw = () => startTransition(() => createRoot(place).render(portal));
  // What could not be loaded shows something else than what was drawn.
  const wake = () => (router.state.errors ? draw() : startTransition(() => void hydrateRoot(place, portal)));
  // A page that came drawn stands already, and is taken over once it can be.
  if (place.hasChildNodes()) whenReady(router, wake, Number.POSITIVE_INFINITY);
  // Where it is known who is signed in, 'Loading...' is for a slow network alone.
  else if (state?.session || state?.offline) whenReady(router, draw, patience);
  else draw();
  afterLoad(async () => (await import('./app/deferred-start-up.tsx')).startDeferred(client, router, state));
}

/** Once the first page's own files are there, or after so long that something has to be seen. */
function whenReady(router: Router, done: () => void, patience: number): void {
  let waiting = true;
  const stop = router.subscribe(({ initialized }) => initialized && go());
  if (Number.isFinite(patience)) setTimeout(go, patience);
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

/** Once the page stands and the browser has nothing better to do. */
function afterLoad(work: () => Promise<void>): void {
  const later = () => setTimeout(() => work().catch(() => {}), 300);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later);
}
