import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookAgain, pingInterval } from '#domain/live-events.ts';
import { type Clock, takeClock } from '#tests/helpers/clock.ts';
import { FakeSource } from '#tests/helpers/fake-source.ts';
import { EventStream, type StreamStatus } from './event-stream.ts';

const browser = new EventTarget();
const network = { onLine: true };

/** The stream’s reports to its page. */
interface Heard {
  /** For each time that the page had to look again: whether the stream was open before. */
  missed: boolean[];
  seen: unknown[];
  statuses: StreamStatus[];
  refused: number;
  ended: number;
}

let heard: Heard;
let stream: EventStream;
let clock: Clock;

function latest(): FakeSource {
  const source = FakeSource.all.at(-1);
  if (!source) throw new Error('no connection');
  return source;
}

beforeEach(() => {
  clock = takeClock({ timers: 'still' });
  FakeSource.all = [];
  network.onLine = true;
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('window', browser);
  vi.stubGlobal('navigator', network);
  heard = { missed: [], seen: [], statuses: [], refused: 0, ended: 0 };
  stream = new EventStream({
    path: '/api/me/events',
    account: 'u1',
    onChange: (change) => heard.seen.push(change),
    onMissed: (again) => heard.missed.push(again),
    onStatus: (status) => heard.statuses.push(status),
    onRefused: () => {
      heard.refused += 1;
    },
    onEnded: () => {
      heard.ended += 1;
    },
  });
});

afterEach(() => {
  stream.close();
});

describe('a stream of changes', () => {
  it('tells the page to look again whenever it opens, and of each change', () => {
    expect(latest().url).toBe('/api/me/events?account=u1');
    latest().ready();
    latest().change('record');
    // The browser itself connects again.
    latest().lose();
    latest().ready();
    expect(FakeSource.all).toHaveLength(1);
    expect(heard).toEqual({
      missed: [false, true],
      seen: [{ topic: 'record', uid: 'u1' }],
      statuses: ['live', 'reconnecting', 'live'],
      // A connection that is lost says nothing of the session.
      ...{ refused: 0, ended: 0 },
    });
  });

  it('takes a change that it does not know for one of everything', () => {
    latest().say('change', { topic: 'of a newer server', uid: 'u1' });
    expect(heard.seen).toEqual([lookAgain]);
  });

  it('waits longer after each refusal, reports it after several, and keeps trying', () => {
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      latest().refuse();
      expect(heard.refused).toBe(attempt);
      clock.pass(20_000);
      expect(FakeSource.all).toHaveLength(attempt + 1);
    }
    const [again, failed] = ['reconnecting', 'failed'];
    expect(heard.statuses.slice(0, 5)).toEqual([again, again, again, failed, failed]);
    latest().refuse();
    clock.pass(9_900);
    expect(FakeSource.all).toHaveLength(13);
  });

  it('counts only failures in a row: a connection in between starts again with a short wait', () => {
    for (let interruption = 1; interruption <= 10; interruption += 1) {
      latest().ready();
      latest().refuse();
      clock.pass(1_000);
      expect(FakeSource.all).toHaveLength(interruption + 1);
    }
    expect(heard.statuses).not.toContain('failed');
  });

  it('opens a connection again that has become silent, and lets the page look again', () => {
    latest().ready();
    const first = latest();
    for (let ping = 0; ping < 4; ping += 1) {
      clock.pass(pingInterval);
      first.say('ping', {});
    }
    expect(FakeSource.all).toHaveLength(1);
    clock.pass(35_100);
    expect(first.closed).toBe(true);
    expect(heard.missed).toEqual([false, false]);
    expect(FakeSource.all).toHaveLength(2);
  });

  it('lets the page look again and again while something holds the events back', () => {
    clock.pass(10_100);
    expect(heard.missed).toEqual([false]);
    for (let minute = 1; minute <= 5; minute += 1) {
      const before = heard.missed.length;
      clock.pass(60_000);
      expect(heard.missed.length).toBeGreaterThanOrEqual(before + 2);
    }
    expect(heard.statuses.at(-1)).toBe('failed');
    expect(FakeSource.all.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(1);
    clock.pass(25_000);
    latest().ready();
    expect(heard.statuses.at(-1)).toBe('live');
  });

  it('is closed for good when the session has ended', () => {
    latest().ready();
    latest().say('session-ended', {});
    clock.pass(60_000);
    expect(heard.ended).toBe(1);
    expect(FakeSource.all).toMatchObject([{ closed: true }]);
  });

  it('reports a missing network, and reconnects as soon as it is back', () => {
    latest().ready();
    network.onLine = false;
    browser.dispatchEvent(new Event('offline'));
    latest().lose();
    expect(heard.statuses).toEqual(['live', 'offline', 'offline']);
    network.onLine = true;
    browser.dispatchEvent(new Event('online'));
    expect(FakeSource.all.map(({ closed }) => closed)).toEqual([true, false]);
    latest().ready();
    expect(heard.statuses.at(-1)).toBe('live');
  });

  it('stops when it is closed', () => {
    latest().refuse();
    stream.close();
    clock.pass(60_000);
    browser.dispatchEvent(new Event('online'));
    expect(FakeSource.all).toHaveLength(1);
  });
});
