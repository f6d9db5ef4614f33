import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { startSession } from './mutations.ts';
import { sessionQuery } from './queries.ts';

it('forgets everything that was read for the former account', () => {
  vi.stubGlobal('localStorage', { removeItem: vi.fn() });
  const client = new QueryClient();
  const asha = { uid: 'a', email: 'a@b.co', displayName: 'Asha', role: 'member' } as const;
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
