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

if (state?.offline) void restoreLastSeen().finally(start);
else start();

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const router = createRouter(client);
  createRoot(root).render(
    <StrictMode>
      <Providers client={client} styleNonce={state?.styleNonce}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
  afterLoad(async () => (await import('./app/after-load.tsx')).begin(client, router, state));
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
