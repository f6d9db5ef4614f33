import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { startSession } from '#client/session/mutations.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { followShownAccount } from './shown-account.ts';

const asha = { uid: 'a', email: 'a@b.co', displayName: 'Asha', role: 'member' } as const;

const next = { user: { ...asha, uid: 'b', displayName: 'Bina' } };

it.each([
  ['here', (client: QueryClient) => startSession(client, next)],
  [
    'in another tab',
    (client: QueryClient) => {
      followShownAccount(client, () => {});
      return client.fetchQuery({ ...sessionQuery, queryFn: async () => next, staleTime: 0 });
    },
  ],
])('forgets everything that was read for the former account when somebody signs in %s', async (_, signIn) => {
  vi.stubGlobal('localStorage', { removeItem: vi.fn() });
  vi.stubGlobal('sessionStorage', { removeItem: vi.fn() });
  vi.stubGlobal('BroadcastChannel', EventTarget);
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, { user: asha });
  client.setQueryData(['me'], { fullName: 'Asha' });
  client.setQueryData(['admin', 'members'], []);
  await signIn(client);
  const queries = client.getQueryCache().getAll();
  expect(queries.map(({ queryKey, state }) => [queryKey, state.data])).toEqual([
    [sessionQuery.queryKey, next],
  ]);
});
