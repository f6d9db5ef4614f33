import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { Banner } from '#client/ui/banner.tsx';
import { outageText } from '#domain/connection.ts';
import type { Connection } from './connection.ts';

/** Tells the reader that the portal is unreachable and how old the data on the page is. */
export function ConnectionBanner({ connection }: { connection: Connection }) {
  const outage = useSyncExternalStore(connection.subscribe, connection.get);
  const shownSince = useShownSince();
  return (
    <Banner icon={IconCloudOff}>
      {outage && outageText(outage, shownSince === null ? undefined : new Date(shownSince), new Date())}
    </Banner>
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
