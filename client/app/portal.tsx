import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

export type Router = ReturnType<typeof createBrowserRouter>;

interface PortalProps {
  client: QueryClient;
  router: Router;
}

/** The whole portal, in a browser and when its pages are prerendered. */
export function Portal({ client, router }: PortalProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
