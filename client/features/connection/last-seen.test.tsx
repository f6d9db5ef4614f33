import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { memberQuery } from '#client/features/members/queries.ts';
import { keepStored, lastSeenName } from '#client/lib/browser-storage.ts';
import type { Session } from '#domain/accounts.ts';
import { lastSeenMs } from '#domain/connection.ts';
import type { Member } from '#domain/members.ts';
import { member, openPage } from '#tests/pages/page.ts';
import { restoreLastSeen, storeLastSeen } from './last-seen.ts';

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

it('keeps the age of the record', async () => {
  const { browser } = await openPage('/timeline', { as: member() });
  const updatedAt = Date.now() - 60_000;
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, (await browser.get('/api/session')).body as Session);
  client.setQueryData(memberQuery.queryKey, (await browser.get('/api/me')).body as Member, { updatedAt });
  storeLastSeen(client);
  const restored = new QueryClient();
  restoreLastSeen(restored);
  expect(restored.getQueryState(memberQuery.queryKey)).toMatchObject({
    data: { uid: browser.uid },
    dataUpdatedAt: updatedAt,
  });
});
