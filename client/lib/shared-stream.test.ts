import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedStream } from './shared-stream.ts';

/** The server's side of each connection. */
class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  readonly url: string;
  closed = false;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }

  close() {
    this.closed = true;
  }

  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  change(seq: number) {
    const head = { seq, uid: 'u1', fullName: 'Asha', actor: 'member', kind: 'task-completed' };
    const at = '2026-09-01T09:30:00.000Z';
    this.say('change', { ...head, at, batch: null, undoes: null, fields: { taskCompleted: true } });
  }
}

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
  readonly gaps: number[] = [];
  status = 'connecting';
  ended = 0;
  refused = 0;
  readonly stream: SharedStream;

  constructor(account = 'u1', visibilityState = 'visible') {
    this.page = Object.assign(new EventTarget(), { visibilityState });
    vi.stubGlobal('document', this.page);
    this.stream = new SharedStream({
      path: '/api/me/events',
      account,
      onReady: (seq, gap) => gap && this.gaps.push(seq),
      onChange: ({ seq }) => this.seen.push(seq),
      onStatus: (status) => {
        this.status = status;
      },
      onRefused: () => {
        this.refused += 1;
      },
      onEnded: () => {
        this.ended += 1;
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks });
  FakeSource.all = [];
  Tab.all = [];
});

afterEach(async () => {
  for (const { stream } of Tab.all) stream.close();
  await settle();
  vi.useRealTimers();
});

describe('the stream that tabs share', () => {
  it('is one connection for all tabs of an account, and every tab receives each change once', async () => {
    const tabs = [await openTab(), await openTab(), await openTab('u1', 'hidden')];
    connection().say('ready', { seq: 7, resumed: false });
    connection().change(8);
    connection().change(9);
    await settle();
    for (const { seen, gaps, status } of tabs) {
      expect({ seen, gaps, status }).toEqual({ seen: [8, 9], gaps: [7], status: 'live' });
    }
  });

  it('tells a tab that opens later where the stream is', async () => {
    await openTab();
    connection().say('ready', { seq: 7, resumed: false });
    connection().change(8);
    const late = await openTab();
    connection().change(9);
    await settle();
    expect(late).toMatchObject({ gaps: [8], seen: [9], status: 'live' });
  });

  it('moves to a visible tab when the leading tab is hidden, which resumes where it was', async () => {
    const [first, second] = [await openTab(), await openTab()];
    connection().say('ready', { seq: 7, resumed: false });
    connection().change(8);
    await settle();
    await first.become('hidden');
    expect(connection().url).toBe('/api/me/events?account=u1&after=8');
    connection().say('ready', { seq: 8, resumed: true });
    connection().change(9);
    await settle();
    for (const { seen, gaps } of [first, second]) expect({ seen, gaps }).toEqual({ seen: [8, 9], gaps: [7] });
  });

  it('moves on when the leading tab is closed', async () => {
    const [first] = [await openTab(), await openTab()];
    const former = connection();
    former.say('ready', { seq: 7, resumed: false });
    await settle();
    first.stream.close();
    await settle();
    expect(former.closed).toBe(true);
    expect(connection().url).toBe('/api/me/events?account=u1&after=7');
  });

  it('is closed while no tab is visible, and resumes with the first that is', async () => {
    const [first, second] = [await openTab(), await openTab('u1', 'hidden')];
    connection().say('ready', { seq: 7, resumed: false });
    await settle();
    await first.become('hidden');
    expect(open()).toEqual([]);
    await second.become('visible');
    expect(connection().url).toBe('/api/me/events?account=u1&after=7');
    connection().say('ready', { seq: 7, resumed: true });
    connection().change(8);
    await settle();
    expect([first.seen, second.seen]).toEqual([[8], [8]]);
  });

  it('is never opened by a tab that was not yet visible', async () => {
    const tab = await openTab('u1', 'hidden');
    vi.advanceTimersByTime(600_000);
    await settle();
    expect(FakeSource.all).toEqual([]);
    await tab.become('visible');
    expect(open()).toHaveLength(1);
  });

  it('reports a gap to a tab that missed changes', async () => {
    const [, second] = [await openTab(), await openTab()];
    connection().say('ready', { seq: 7, resumed: false });
    await settle();
    // As in a tab that the browser froze: nothing is delivered.
    const frozen = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockReturnValue();
    connection().change(8);
    frozen.mockRestore();
    connection().change(9);
    await settle();
    expect(second).toMatchObject({ gaps: [7, 8], seen: [9] });
  });

  it('reports a gap to all tabs when the server starts over', async () => {
    const tabs = [await openTab(), await openTab()];
    connection().say('ready', { seq: 7, resumed: false });
    await settle();
    connection().dispatchEvent(new Event('error'));
    await settle();
    expect(tabs.map(({ status }) => status)).toEqual(['reconnecting', 'reconnecting']);
    vi.advanceTimersByTime(1_000);
    connection().say('ready', { seq: 3, resumed: false });
    connection().change(4);
    await settle();
    for (const { gaps, seen, status } of tabs) {
      expect({ gaps, seen, status }).toEqual({ gaps: [7, 3], seen: [4], status: 'live' });
    }
  });

  it('is taken over when the leading tab no longer responds, and taken back by nobody', async () => {
    const leader = new BroadcastChannel(await nameOfStream());
    const hung = Promise.withResolvers<void>();
    const held = navigator.locks.request(leader.name, () => hung.promise).catch(() => 'stolen');
    const tab = await openTab();
    expect(open()).toEqual([]);
    vi.advanceTimersByTime(60_000);
    await settle();
    expect(connection().url).toBe('/api/me/events?account=u1');
    await expect(held).resolves.toBe('stolen');
    connection().say('ready', { seq: 7, resumed: false });
    await settle();
    expect(tab.status).toBe('live');
    leader.close();
  });

  it('delivers nothing to a tab that shows another account', async () => {
    const [own, other] = [await openTab('u1'), await openTab('u2')];
    expect(open().map(({ url }) => url)).toEqual(['/api/me/events?account=u1', '/api/me/events?account=u2']);
    open()[0]?.say('ready', { seq: 7, resumed: false });
    open()[0]?.change(8);
    await settle();
    expect([own.seen, other.seen, other.gaps]).toEqual([[8], [], []]);
  });

  it('ends with the session, and every tab asks the server who is signed in', async () => {
    const tabs = [await openTab(), await openTab(), await openTab('u1', 'hidden')];
    connection().say('ready', { seq: 7, resumed: false });
    connection().say('session-ended', {});
    await settle();
    expect(tabs.map(({ ended, refused }) => [ended, refused])).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
  });

  it('is a separate connection of each visible tab where the browser has no locks', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const [first, second] = [await openTab(), await openTab(), await openTab('u1', 'hidden')];
    expect(open()).toHaveLength(2);
    for (const source of open()) {
      source.say('ready', { seq: 7, resumed: false });
      source.change(8);
    }
    await settle();
    expect([first.seen, second.seen]).toEqual([[8], [8]]);
    await first.become('hidden');
    expect(open()).toHaveLength(1);
  });
});

/** The name of the lock that the tabs of account `u1` use. */
async function nameOfStream(): Promise<string> {
  const tab = await openTab();
  const [lock] = (await navigator.locks.query()).held ?? [];
  tab.stream.close();
  await settle();
  return lock?.name ?? '';
}
