import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { cssVariablesResolver, theme } from '#client/ui/theme.ts';

export type Router = ReturnType<typeof createBrowserRouter>;

interface PortalProps {
  client: QueryClient;
  router: Router;
  /** Set on the few style elements that Mantine writes, for the Content-Security-Policy. */
  styleNonce: string | undefined;
}

/** The whole portal, in a browser and when its pages are prerendered. */
export function Portal({ client, router, styleNonce }: PortalProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          defaultColorScheme="auto"
          withGlobalClasses={false}
          {...(styleNonce && { getStyleNonce: () => styleNonce })}
        >
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
