import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cssVariablesResolver, theme } from '#client/ui/theme.ts';

interface ProvidersProps {
  client: QueryClient;
  /** Goes on the few style elements that Mantine writes, for the Content-Security-Policy. */
  styleNonce: string | undefined;
  children: ReactNode;
}

export function Providers({ client, styleNonce, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={client}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        withGlobalClasses={false}
        {...(styleNonce && { getStyleNonce: () => styleNonce })}
      >
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}
