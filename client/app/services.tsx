import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { ShownAccount } from '#client/features/accounts/shown-account.ts';
import { type Connection, watchConnection } from '#client/features/connection/connection.ts';
import { type Release, watchRelease } from '#client/features/release/release.ts';
import { requestHooks } from '#client/lib/api.ts';
import { timeZone } from '#client/lib/format.ts';
import { keepFocus } from '#client/lib/keep-focus.ts';
import type { PortalState } from '#client/lib/portal-state.ts';
import { isLostConnection } from '#client/lib/reconnect.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import classes from '#client/ui/floating.module.css';
import type { Icon } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import { IconCloudOff, IconSparkles, IconUserExclamation } from '#client/ui/page-icons.ts';
import { outageText } from '#domain/connection.ts';
import { releaseTexts } from '#domain/release.ts';
import { shownAccountTexts } from '#domain/shown-account.ts';

/**
 * Starts what works beside the pages: connection and release checks. The banners have a separate React root, because prerendered markup does not contain them.
 * @returns a function that removes the banners
 */
export function startServices(
  client: QueryClient,
  state: PortalState | null,
  account: ShownAccount,
): () => void {
  const connection = watchConnection(client);
  const release = watchRelease(state?.build ?? '');
  requestHooks.onResponse = (response) => {
    connection.report(response !== null);
    // A page from Vite's development server has no build.
    if (response && state?.build) release.report(response);
  };
  // A request may have failed before this code was loaded.
  const queries = client.getQueryCache().getAll();
  if (queries.some(({ state }) => isLostConnection(state.error))) connection.report(false);
  keepFocus();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <BannerRegion>
          <AccountBanner account={account} />
          <ReleaseBanner release={release} />
          <ConnectionBanner connection={connection} />
        </BannerRegion>
      </QueryClientProvider>
    </StrictMode>,
  );
  return () => root.unmount();
}

function AccountBanner({ account }: { account: ShownAccount }) {
  const message = useSyncExternalStore(account.subscribe, account.get);
  return (
    <Banner icon={IconUserExclamation} action={{ label: shownAccountTexts.dismiss, run: account.dismiss }}>
      {message}
    </Banner>
  );
}

/** Tells the reader that the portal is unreachable and how old the data on the page is. */
function ConnectionBanner({ connection }: { connection: Connection }) {
  const outage = useSyncExternalStore(connection.subscribe, connection.get);
  const shownSince = useShownSince();
  return (
    <Banner icon={IconCloudOff}>{outage && outageText(outage, shownSince, Date.now(), timeZone())}</Banner>
  );
}

/** When the oldest server data on the page was fetched, or null if the page shows none. */
function useShownSince(): number | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const shown = cache
        .findAll({ type: 'active' })
        .filter(
          ({ queryKey, state }) => queryKey[0] !== sessionQuery.queryKey[0] && state.data !== undefined,
        );
      return shown.length > 0 ? Math.min(...shown.map(({ state }) => state.dataUpdatedAt)) : null;
    },
  );
}

function ReleaseBanner({ release }: { release: Release }) {
  const newer = useSyncExternalStore(release.subscribe, release.get);
  return (
    <Banner icon={IconSparkles} action={{ label: releaseTexts.reload, run: () => window.location.reload() }}>
      {newer && releaseTexts.ready}
    </Banner>
  );
}

function BannerRegion({ children }: { children: ReactNode }) {
  return <div className={classes.banners}>{children}</div>;
}

interface BannerProps {
  icon: Icon;
  action?: { label: string; run: () => void };
  /** Without children the live region stays empty, so that screen readers announce a banner that appears later. */
  children: ReactNode;
}

/** A message about the whole page that stays until its cause is gone. */
function Banner({ icon: Icon, action, children }: BannerProps) {
  return (
    <div aria-live="polite">
      {children && (
        <div className={`${layout.card} ${layout.media} ${classes.message}`} data-tone="info">
          <Icon size={20} stroke={1.8} aria-hidden="true" />
          <span className={classes.text}>{children}</span>
          {action && (
            <Button size="sm" variant="light" onClick={action.run}>
              {action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
