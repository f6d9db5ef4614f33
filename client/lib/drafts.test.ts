import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '#client/features/accounts/mutations.ts';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { keepLastSeen } from '#client/features/connection/last-seen.ts';
import { keepDraft, readDraft } from './drafts.ts';

const asha = { uid: 'a', email: 'a@b.co', displayName: 'Asha', role: 'member' } as const;
const bina = { ...asha, uid: 'ab', displayName: 'Bina' };

/** As browsers have it: entries are properties, and the methods are not. */
class FakeStorage {
  getItem(name: string): string | null {
    return (this as unknown as Record<string, string>)[name] ?? null;
  }
  setItem(name: string, value: string): void {
    Object.assign(this, { [name]: value });
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

let client: QueryClient;

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: new FakeStorage() });
  client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, { user: asha });
  keepLastSeen(client);
  keepDraft('contact', 'a', { message: 'Half a message' });
});

afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['is ended by the server', () => endSession(client)],
  ['has expired', () => client.setQueryData(sessionQuery.queryKey, { user: null })],
  ['is another account’s', () => client.setQueryData(sessionQuery.queryKey, { user: bina })],
  ['is replaced by a sign-in', () => startSession(client, { user: bina })],
])('a draft goes with the session that %s', async (_how, end) => {
  expect(readDraft('contact', 'a')).toEqual({ message: 'Half a message' });
  end();
  await vi.waitFor(() => expect(readDraft('contact', 'a')).toBeNull());
});

it('a draft stays with the session', () => {
  client.setQueryData(sessionQuery.queryKey, { user: { ...asha, displayName: 'Asha Rao' } });
  expect(readDraft('contact', 'a')).toEqual({ message: 'Half a message' });
});
