import './lib/zod-setup.ts';
import './ui/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/providers.tsx';
import { createQueryClient } from './app/query-client.ts';
import { createRouter } from './app/router.tsx';
import { readPortalState } from './lib/portal-state.ts';

const state = readPortalState();
const client = createQueryClient(state);
/** Milliseconds without a page after which 'Loading...' stands. */
const patience = 350;

if (state?.offline) void restoreLastSeen().finally(start);
else start();

function start(): void {
  const root = document.getElementById('root');
  const router = createRouter(client);
  // Where it is known who is signed in, 'Loading...' is for a slow network alone.
  if (state?.session || state?.offline) whenReady(router, draw);
  else draw();
  afterLoad(async () => (await import('./app/after-load.tsx')).begin(client, router, state));

  function draw(): void {
    if (!root) throw new Error('index.html has no #root');
    createRoot(root).render(
      <StrictMode>
        <Providers client={client} styleNonce={state?.styleNonce}>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    );
  }
}

/** Once the first page's own files are there, or after so long that something has to be seen. */
function whenReady(router: ReturnType<typeof createRouter>, done: () => void): void {
  let waiting = true;
  const stop = router.subscribe(({ initialized }) => initialized && go());
  setTimeout(go, patience);
  if (router.state.initialized) go();

  function go(): void {
    if (waiting) done();
    waiting = false;
    stop();
  }
}

async function restoreLastSeen(): Promise<void> {
  const lastSeen = await import('./features/connection/last-seen.ts');
  lastSeen.restoreLastSeen(client);
}

/** Once the page stands and the browser has nothing better to do. */
function afterLoad(work: () => Promise<void>): void {
  const later = () => setTimeout(() => work().catch(() => {}), 300);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later);
}
