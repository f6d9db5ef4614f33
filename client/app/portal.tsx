import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useLayoutEffect } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ClubContext } from '#client/lib/club.ts';
import { forgetControls } from '#client/lib/form-controls.ts';
import type { PageTexts } from '#domain/club.ts';

export type Router = ReturnType<typeof createBrowserRouter>;

interface PortalProps {
  client: QueryClient;
  router: Router;
  club: PageTexts | null;
}

export function Portal({ client, router, club }: PortalProps) {
  useLayoutEffect(forgetControls, []);
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ClubContext value={club}>
          <RouterProvider router={router} />
        </ClubContext>
      </QueryClientProvider>
    </StrictMode>
  );
}
