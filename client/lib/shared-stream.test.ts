import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, takeClock } from '#tests/helpers/clock.ts';
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
  readonly seen: number[] = [];
  gaps = 0;
  status = 'connecting';
  refused = 0;
  readonly close: () => void;

  constructor(account = 'u1', visibilityState = 'visible') {
    this.page = Object.assign(new EventTarget(), { visibilityState });
    vi.stubGlobal('document', this.page);
    this.close = followShared({
      path: '/api/me/events',
      account,
      onGap: () => {
        this.gaps += 1;
      },
      onChange: ({ seq }) => this.seen.push(seq),
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

let clock: Clock;

beforeEach(() => {
  clock = takeClock({ timers: 'still' });
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
    connection().ready(7, false);
    connection().change(8);
    connection().change(9);
    await settle();
    for (const { seen, status } of tabs) expect({ seen, status }).toEqual({ seen: [8, 9], status: 'live' });
  });

  it('lets a tab that joins fetch its data, and then receive what happens', async () => {
    await openTab();
    connection().ready(7, false);
    connection().change(8);
    const late = await openTab();
    connection().change(9);
    await settle();
    expect(late).toMatchObject({ gaps: 1, seen: [9], status: 'live' });
  });

  it('moves to a visible tab when the tab with the connection is hidden, and all fetch their data', async () => {
    const tabs = [await openTab(), await openTab()];
    connection().ready(7, false);
    await settle();
    const before = tabs.map(({ gaps }) => gaps);
    await tabs[0]?.become('hidden');
    connection().ready(8, false);
    connection().change(9);
    await settle();
    expect(tabs.map(({ gaps }) => gaps)).toEqual(before.map((gaps) => gaps + 1));
    for (const { seen } of tabs) expect(seen).toEqual([9]);
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
    connection().ready(7, false);
    connection().change(8);
    await settle();
    expect([first.seen, second.seen]).toEqual([[8], [8]]);
    await second.become('hidden');
    await first.become('visible');
    expect(open()).toHaveLength(1);
  });

  it('lets all tabs fetch their data when the server starts over', async () => {
    const tabs = [await openTab(), await openTab()];
    connection().ready(7, false);
    await settle();
    const before = tabs.map(({ gaps }) => gaps);
    connection().fail();
    await settle();
    expect(tabs.map(({ status }) => status)).toEqual(['reconnecting', 'reconnecting']);
    clock.pass(1_000);
    connection().ready(3, false);
    connection().change(4);
    await settle();
    expect(tabs.map(({ gaps }) => gaps)).toEqual(before.map((gaps) => gaps + 1));
    for (const { seen, status } of tabs) expect({ seen, status }).toEqual({ seen: [4], status: 'live' });
  });

  it('delivers nothing to a tab that shows another account', async () => {
    const [own, other] = [await openTab('u1'), await openTab('u2')];
    expect(open().map(({ url }) => url)).toEqual(['/api/me/events?account=u1', '/api/me/events?account=u2']);
    open()[0]?.ready(7, false);
    open()[0]?.change(8);
    await settle();
    expect([own.seen, other.seen, other.gaps]).toEqual([[8], [], 0]);
  });

  it('ends with the session, and every tab asks the server who is signed in', async () => {
    const tabs = [await openTab(), await openTab(), await openTab('u1', 'hidden')];
    connection().ready(7, false);
    connection().say('session-ended', {});
    await settle();
    expect(tabs.map(({ refused }) => refused)).toEqual([1, 1, 1]);
  });

  it('is a separate connection of each visible tab where the browser has no locks', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const [first, second] = [await openTab(), await openTab(), await openTab('u1', 'hidden')];
    expect(open()).toHaveLength(2);
    for (const source of open()) {
      source.ready(7, false);
      source.change(8);
    }
    await settle();
    expect([first.seen, second.seen]).toEqual([[8], [8]]);
    await first.become('hidden');
    expect(open()).toHaveLength(1);
  });
});
