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
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <Providers client={client} styleNonce={state?.styleNonce}>
      <RouterProvider router={createRouter(client)} />
    </Providers>
  </StrictMode>,
);
