import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { keepStored, lastSeenName } from '#client/lib/browser-storage.ts';
import type { Session } from '#domain/accounts.ts';
import { lastSeenMs } from '#domain/connection.ts';
import { member, openPage } from '#tests/pages/page.ts';
import { restoreLastSeen } from './last-seen.ts';

it('shows what this device saw last for as long as it may be kept', async () => {
  const { browser } = await openPage('/timeline', { as: member() });
  const { user } = (await browser.get('/api/session')).body as Session;
  function restored(age: number) {
    keepStored(lastSeenName, { user, member: null, at: Date.now() - age });
    const client = new QueryClient();
    restoreLastSeen(client);
    return client.getQueryData(sessionQuery.queryKey)?.user;
  }
  expect(restored(lastSeenMs - 60_000)).toEqual(user);
  expect(restored(lastSeenMs)).toBeNull();
});
