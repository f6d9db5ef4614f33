import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AccountBanner } from '#client/features/accounts/account-banner.tsx';
import type { ShownAccount } from '#client/features/accounts/shown-account.ts';
import { watchConnection } from '#client/features/connection/connection.ts';
import { ConnectionBanner } from '#client/features/connection/connection-banner.tsx';
import { storeLastSeen } from '#client/features/connection/last-seen.ts';
import { watchRelease } from '#client/features/release/release.ts';
import { ReleaseBanner } from '#client/features/release/release-banner.tsx';
import { requestHooks } from '#client/lib/api.ts';
import { keepFocus } from '#client/lib/keep-focus.ts';
import { logFailure } from '#client/lib/log.ts';
import type { PortalState } from '#client/lib/portal-state.ts';
import { isLostConnection } from '#client/lib/reconnect.ts';
import { BannerRegion } from '#client/ui/banner.tsx';
import type { Router } from './portal.tsx';
import { prefetchLinks } from './prefetch.ts';

/**
 * Starts what works beside the pages: connection and release checks, prefetching and the service worker. The banners have
 * a separate React root, because prerendered markup does not contain them.
 * @returns a function that removes the banners
 */
export function startServices(
  client: QueryClient,
  router: Router,
  state: PortalState | null,
  account: ShownAccount,
): () => void {
  const connection = watchConnection(client, state?.offline === true);
  const release = watchRelease(state?.build ?? '');
  requestHooks.onResponse = (response) => {
    connection.report(response !== null);
    // A page from Vite's development server has no build.
    if (response && state?.build) release.report(response);
  };
  // A request may have failed before this code was loaded.
  const queries = client.getQueryCache().getAll();
  if (queries.some(({ state }) => isLostConnection(state.error))) connection.report(false);
  storeLastSeen(client);
  keepFocus();
  prefetchLinks(router, client);
  const removeBanners = showBanners(client, { account, connection, release });
  // Only a build has a service worker; Vite's development server has none.
  if (import.meta.env.PROD) afterLoad(registerServiceWorker);
  return removeBanners;
}

interface Announced {
  account: ShownAccount;
  connection: ReturnType<typeof watchConnection>;
  release: ReturnType<typeof watchRelease>;
}

function showBanners(client: QueryClient, { account, connection, release }: Announced): () => void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <BannerRegion>
          <AccountBanner account={account} />
          <ReleaseBanner release={release} onReload={() => window.location.reload()} />
          <ConnectionBanner connection={connection} />
        </BannerRegion>
      </QueryClientProvider>
    </StrictMode>,
  );
  return () => root.unmount();
}

/** The worker's prefetching must not compete with the page's own loading. */
function afterLoad(work: () => void): void {
  if (document.readyState === 'complete') work();
  else window.addEventListener('load', work);
}

/** Browsers have no service workers in some private windows, and on addresses without TLS. */
function registerServiceWorker(): void {
  navigator.serviceWorker
    ?.register('/service-worker.js')
    .catch((error: unknown) => logFailure('The service worker was not registered', error));
}
