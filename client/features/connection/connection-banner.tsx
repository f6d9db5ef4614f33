import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { Banner } from '#client/ui/banner.tsx';
import { lossText } from '#domain/connection.ts';
import type { Connection } from './connection.ts';

/** Says that the portal is out of reach, and from when that is which the page shows. */
export function ConnectionBanner({ connection }: { connection: Connection }) {
  const loss = useSyncExternalStore(connection.subscribe, connection.get);
  const seen = useShownSince();
  return (
    <Banner icon={IconCloudOff}>
      {loss && lossText(loss, seen === null ? undefined : new Date(seen), new Date())}
    </Banner>
  );
}

/** When the oldest was seen of what the page shows of the server's; null where it shows nothing of it. */
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
