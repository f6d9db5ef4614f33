import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followShownAccount } from '#client/features/accounts/shown-account.ts';
import { startSession } from '#client/session/mutations.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { type Clock, takeClock } from '#tests/helpers/clock.ts';
import {
  beginPage,
  draftLifetime,
  draftsOf,
  dropAllDrafts,
  dropStaleDrafts,
  hasDrafts,
  holdUnstored,
  inThisPage,
  keepDraft,
  readDraft,
} from './drafts.ts';

const hour = 60 * 60_000;
const asha = { uid: 'ab', email: 'a@b.co', displayName: 'Asha', role: 'member' } as const;
const bina = { ...asha, uid: 'a', displayName: 'Bina' };

/** Like a browser's: entries are properties, and the methods are not. */
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

let clock: Clock;

beforeEach(() => {
  clock = takeClock();
  vi.stubGlobal('window', { localStorage: new FakeStorage(), sessionStorage: new FakeStorage() });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage() {}
    },
  );
  client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, { user: asha });
  followShownAccount(client, () => {});
  keepDraft('contact', 'ab', { message: 'Half a message' });
});

afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['is another account’s', () => client.setQueryData(sessionQuery.queryKey, { user: bina })],
  ['is replaced by a sign-in', () => startSession(client, { user: bina })],
])('a draft goes when the session %s', async (_how, change) => {
  expect(readDraft('contact', 'ab')).toEqual({ message: 'Half a message' });
  change();
  await expect.poll(() => readDraft('contact', 'ab')).toBeNull();
});

it('a draft waits a week for its owner when the session has expired or was ended', async () => {
  client.setQueryData(sessionQuery.queryKey, { user: null });
  await Promise.resolve();
  expect(readDraft('contact', 'ab')).toEqual({ message: 'Half a message' });
  clock.pass(draftLifetime - hour);
  expect(readDraft('contact', 'ab')).not.toBeNull();
  clock.pass(hour);
  expect(readDraft('contact', 'ab')).toBeNull();
  dropStaleDrafts(null);
  expect(Object.keys(window.localStorage)).toEqual([]);
});

it('no draft is left after a sign-out', () => {
  keepDraft('contact', 'a', { message: 'Of an earlier session' });
  dropAllDrafts();
  expect(Object.keys(window.localStorage).filter((name) => name.startsWith('draft:'))).toEqual([]);
});

it('a draft stays with the session', () => {
  client.setQueryData(sessionQuery.queryKey, { user: { ...asha, displayName: 'Asha Rao' } });
  expect(readDraft('contact', 'ab')).toEqual({ message: 'Half a message' });
});

describe('a visitor’s draft', () => {
  beforeEach(() => void keepDraft('registration', null, { fullName: 'Asha', agreeToTerms: true }));

  it('stays in the tab', () => {
    expect(readDraft('registration', null)).toEqual({ fullName: 'Asha', agreeToTerms: true });
    expect(Object.keys(window.sessionStorage)).toEqual(['draft::registration']);
    expect(Object.keys(window.localStorage)).not.toContain('draft::registration');
  });

  it.each([
    ['a sign-in', () => startSession(client, { user: bina })],
    ['a sign-out', dropAllDrafts],
    ['a week', () => clock.pass(draftLifetime)],
  ])('goes with %s', async (_what, happen) => {
    happen();
    await expect.poll(() => readDraft('registration', null)).toBeNull();
  });
});

it('gives a page its own draft first, then those of pages that are gone, and only offers those of others', () => {
  vi.stubGlobal('window', Object.assign(window, { addEventListener: vi.fn() }));
  const texts = () =>
    draftsOf('letter', 'ab').map(({ fields, isOwn }) => [(fields as { text: string }).text, isOwn]);
  const write = (text: string) => {
    keepDraft(inThisPage('letter'), 'ab', { text });
    clock.pass(1_000);
  };
  beginPage();
  write('in a page that stays open');
  const closeFirst = beginPage();
  write('in a closed page');
  closeFirst();
  const reload = beginPage();
  write('before the reload');
  reload();
  const tab = { ...window.sessionStorage };
  const closeOther = beginPage();
  write('in a page that was closed last');
  closeOther();
  Object.assign(window.sessionStorage, tab);
  beginPage();
  expect(texts()).toEqual([
    ['before the reload', true],
    ['in a page that was closed last', true],
    ['in a closed page', true],
    ['in a page that stays open', false],
  ]);
  write('here');
  expect(texts()[0]).toEqual(['here', true]);
});

it('says whether a draft was stored', () => {
  expect(keepDraft('contact', 'ab', { message: 'Hello' })).toBe(true);
  vi.stubGlobal('window', {});
  expect(keepDraft('contact', 'ab', { message: 'Hello' })).toBe(false);
});

describe('says whether an account has unsent input', () => {
  it('only for its owner, and for a week', () => {
    expect([hasDrafts('ab'), hasDrafts('a')]).toEqual([true, false]);
    clock.pass(draftLifetime);
    expect(hasDrafts('ab')).toBe(false);
  });

  it('which may be in an open form only', () => {
    vi.stubGlobal('window', {});
    expect(hasDrafts('ab')).toBe(false);
    const release = holdUnstored('ab');
    expect([hasDrafts('ab'), hasDrafts('a')]).toEqual([true, false]);
    release();
    expect(hasDrafts('ab')).toBe(false);
  });
});
