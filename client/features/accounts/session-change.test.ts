import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { startSession } from './mutations.ts';
import { sessionQuery } from './queries.ts';
import { followShownAccount } from './shown-account.ts';

const asha = { uid: 'a', email: 'a@b.co', displayName: 'Asha', role: 'member' } as const;

it('forgets everything that was read for the former account', () => {
  vi.stubGlobal('localStorage', { removeItem: vi.fn() });
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, { user: asha });
  client.setQueryData(['me'], { fullName: 'Asha' });
  client.setQueryData(['admin', 'members'], []);
  const next = { user: { ...asha, uid: 'b', displayName: 'Bina' } };
  startSession(client, next);
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state.data]),
  ).toEqual([[sessionQuery.queryKey, next]]);
});

it('forgets it as well when somebody else signs in in another tab', async () => {
  vi.stubGlobal('localStorage', { removeItem: vi.fn() });
  vi.stubGlobal('sessionStorage', { removeItem: vi.fn() });
  vi.stubGlobal('BroadcastChannel', EventTarget);
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, { user: asha });
  client.setQueryData(['me'], { fullName: 'Asha' });
  const changes: unknown[] = [];
  followShownAccount(client, (change) => changes.push(change));
  const next = { user: { ...asha, uid: 'b', displayName: 'Bina' } };
  await client.fetchQuery({ ...sessionQuery, queryFn: async () => next, staleTime: 0 });
  expect(changes).toEqual([{ replaced: true }]);
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  ).toEqual([next]);
});
