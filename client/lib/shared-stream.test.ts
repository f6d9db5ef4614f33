import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeClock } from '#tests/helpers/clock.ts';
import { FakeSource } from '#tests/helpers/fake-source.ts';
import { followShared } from './shared-stream.ts';

const open = () => FakeSource.all.filter(({ closed }) => !closed);

/** The only open connection. */
function connection(): FakeSource {
  const [source, ...others] = open();
  if (!source || others.length > 0) throw new Error(`${open().length} connections are open`);
  return source;
}

const { setTimeout: realTimeout } = globalThis;

/** Lets messages and locks take their course. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => realTimeout(done, 0));
}

class Tab {
  static all: Tab[] = [];
  readonly page: EventTarget & { visibilityState: string };
  readonly seen: string[] = [];
  missed = 0;
  status = 'connecting';
  refused = 0;
  readonly close: () => void;

  constructor(account = 'u1', visibilityState = 'visible') {
    this.page = Object.assign(new EventTarget(), { visibilityState });
    vi.stubGlobal('document', this.page);
    this.close = followShared({
      path: '/api/me/events',
      account,
      onMissed: () => {
        this.missed += 1;
      },
      onChange: ({ topic }) => this.seen.push(topic),
      onStatus: (status) => {
        this.status = status;
      },
      onRefused: () => {
        this.refused += 1;
      },
    });
    Tab.all.push(this);
  }

  async become(visibilityState: 'hidden' | 'visible') {
    this.page.visibilityState = visibilityState;
    vi.stubGlobal('document', this.page);
    this.page.dispatchEvent(new Event('visibilitychange'));
    await settle();
  }
}

/** Opens a tab and waits until it has connected or found the leader. */
async function openTab(...options: ConstructorParameters<typeof Tab>): Promise<Tab> {
  const tab = new Tab(...options);
  await settle();
  return tab;
}

beforeEach(() => {
  takeClock({ timers: 'still' });
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks });
  FakeSource.all = [];
  Tab.all = [];
});

afterEach(async () => {
  for (const { close } of Tab.all) close();
  await settle();
});

describe('the stream that tabs share', () => {
  it('is one connection for all tabs of an account, and every tab receives each change once', async () => {
    const tabs = [await openTab(), await openTab(), await openTab('u1', 'hidden')];
    connection().ready();
    connection().change('record');
    connection().change('inbox');
    await settle();
    for (const { seen, status } of tabs)
      expect({ seen, status }).toEqual({ seen: ['record', 'inbox'], status: 'live' });
  });

  it('moves to a visible tab when the tab with the connection is hidden, and all fetch their data', async () => {
    const tabs = [await openTab(), await openTab()];
    connection().ready();
    await settle();
    const before = tabs.map(({ missed }) => missed);
    await tabs[0]?.become('hidden');
    connection().ready();
    connection().change('inbox');
    await settle();
    expect(tabs.map(({ missed }) => missed)).toEqual(before.map((missed) => missed + 1));
    for (const { seen } of tabs) expect(seen).toEqual(['inbox']);
  });

  it('moves on when the tab with the connection is closed', async () => {
    const [first] = [await openTab(), await openTab()];
    const former = connection();
    first.close();
    await settle();
    expect(former.closed).toBe(true);
    expect(open()).toHaveLength(1);
  });

  it('is closed while no tab is visible', async () => {
    const [first, second] = [await openTab(), await openTab('u1', 'hidden')];
    await first.become('hidden');
    expect(open()).toEqual([]);
    await second.become('visible');
    connection().ready();
    connection().change('record');
    await settle();
    expect([first.seen, second.seen]).toEqual([['record'], ['record']]);
    await second.become('hidden');
    await first.become('visible');
    expect(open()).toHaveLength(1);
  });

  it('lets a tab that is shown again fetch its data before the stream says anything', async () => {
    const tab = await openTab();
    connection().ready();
    await tab.become('hidden');
    expect(tab.missed).toBe(1);
    await tab.become('visible');
    expect(tab.missed).toBe(2);
  });

  it('lets all tabs fetch their data when the server has restarted', async () => {
    const tabs = [await openTab(), await openTab()];
    connection().ready();
    await settle();
    const before = tabs.map(({ missed }) => missed);
    connection().lose();
    await settle();
    expect(tabs.map(({ status }) => status)).toEqual(['reconnecting', 'reconnecting']);
    connection().ready();
    connection().change('record');
    await settle();
    expect(tabs.map(({ missed }) => missed)).toEqual(before.map((missed) => missed + 1));
    for (const { seen, status } of tabs)
      expect({ seen, status }).toEqual({ seen: ['record'], status: 'live' });
  });

  it('delivers nothing to a tab that shows another account', async () => {
    const [own, other] = [await openTab('u1'), await openTab('u2')];
    expect(open().map(({ url }) => url)).toEqual(['/api/me/events?account=u1', '/api/me/events?account=u2']);
    open()[0]?.ready();
    open()[0]?.change('record');
    await settle();
    expect([own.seen, other.seen, other.missed]).toEqual([['record'], [], 0]);
  });

  it('ends with the session, and every tab asks the server who is signed in', async () => {
    const tabs = [await openTab(), await openTab(), await openTab('u1', 'hidden')];
    connection().ready();
    connection().say('session-ended', {});
    await settle();
    expect(tabs.map(({ refused }) => refused)).toEqual([1, 1, 1]);
  });

  it('is a separate connection of each visible tab where the browser has no locks', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const [first, second] = [await openTab(), await openTab(), await openTab('u1', 'hidden')];
    expect(open()).toHaveLength(2);
    for (const source of open()) {
      source.ready();
      source.change('record');
    }
    await settle();
    expect([first.seen, second.seen]).toEqual([['record'], ['record']]);
    await first.become('hidden');
    expect(open()).toHaveLength(1);
  });
});
