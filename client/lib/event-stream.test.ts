import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pingInterval } from '#domain/changes.ts';
import { type Clock, takeClock } from '#tests/helpers/clock.ts';
import { FakeSource } from '#tests/helpers/fake-source.ts';
import { EventStream, type StreamStatus } from './event-stream.ts';

const browser = new EventTarget();
const network = { onLine: true };

let seen: number[];
let gaps: number;
let statuses: StreamStatus[];
let ended: number;
let refused: number;
let stream: EventStream;

const ignored = {
  onReady: () => {},
  onChange: () => {},
  onStatus: () => {},
  onRefused: () => {},
  onEnded: () => {},
};

function latest(): FakeSource {
  const source = FakeSource.all.at(-1);
  if (!source) throw new Error('no connection');
  return source;
}

let clock: Clock;

beforeEach(() => {
  clock = takeClock({ timers: 'still' });
  FakeSource.all = [];
  network.onLine = true;
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('window', browser);
  vi.stubGlobal('navigator', network);
  [seen, gaps, statuses, ended, refused] = [[], 0, [], 0, 0];
  stream = new EventStream({
    path: '/api/admin/events',
    onReady: (gap) => {
      gaps += Number(gap);
    },
    onChange: ({ seq }) => seen.push(seq),
    onStatus: (status) => statuses.push(status),
    onRefused: () => {
      refused += 1;
    },
    onEnded: () => {
      ended += 1;
    },
  });
});

afterEach(() => {
  stream.close();
});

describe('a stream of changes', () => {
  it('reports where it starts and delivers each change', () => {
    expect(latest().url).toBe('/api/admin/events');
    latest().ready(7, false);
    latest().change(8);
    latest().change(9);
    expect({ gaps, seen, statuses }).toEqual({ gaps: 1, seen: [8, 9], statuses: ['live'] });
  });

  it('resumes after the last change received, and delivers none twice', () => {
    latest().ready(7, false);
    latest().change(8);
    latest().fail();
    clock.pass(1_000);
    expect(latest().url).toBe('/api/admin/events?after=8');
    latest().ready(10, true);
    latest().change(8);
    latest().change(9);
    latest().change(10);
    expect({ gaps, seen }).toEqual({ gaps: 1, seen: [8, 9, 10] });
    expect(statuses).toEqual(['live', 'reconnecting', 'live']);
    // An open connection that is lost says nothing of the session.
    expect(refused).toBe(0);
  });

  it('reports a gap when the server cannot resume', () => {
    latest().ready(7, false);
    latest().fail();
    clock.pass(1_000);
    latest().ready(5_000, false);
    latest().change(5_001);
    expect({ gaps, seen }).toEqual({ gaps: 2, seen: [5_001] });
  });

  it('waits longer after each failed attempt, reports it after several, and keeps trying', () => {
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      latest().fail();
      expect(refused).toBe(attempt);
      clock.pass(15_000);
      expect(FakeSource.all).toHaveLength(attempt + 1);
    }
    expect(statuses.slice(0, 5)).toEqual([
      'reconnecting',
      'reconnecting',
      'reconnecting',
      'failed',
      'failed',
    ]);
    latest().fail();
    clock.pass(7_000);
    expect(FakeSource.all).toHaveLength(13);
  });

  it('counts only failures in a row: a connection in between starts again with a short wait', () => {
    for (let interruption = 1; interruption <= 10; interruption += 1) {
      latest().ready(7, interruption > 1);
      latest().fail();
      clock.pass(1_000);
      expect(FakeSource.all).toHaveLength(interruption + 1);
    }
    expect(statuses).not.toContain('failed');
  });

  it('considers a silent connection lost', () => {
    latest().ready(7, false);
    const first = latest();
    for (let ping = 0; ping < 4; ping += 1) {
      clock.pass(pingInterval);
      first.say('ping', {});
    }
    expect(FakeSource.all).toHaveLength(1);
    clock.pass(3 * pingInterval);
    expect(first.closed).toBe(true);
    expect(latest().url).toBe('/api/admin/events?after=7');
  });

  it('ignores events of a connection that it has given up', () => {
    latest().ready(7, false);
    const first = latest();
    first.fail();
    first.change(8);
    expect(seen).toEqual([]);
  });

  it('is closed for good when the session has ended', () => {
    latest().ready(7, false);
    latest().say('session-ended', {});
    clock.pass(60_000);
    expect({ ended, opened: FakeSource.all.length, closed: latest().closed }).toEqual({
      ended: 1,
      opened: 1,
      closed: true,
    });
  });

  it('reports a missing network, and reconnects as soon as it is back', () => {
    latest().ready(7, false);
    network.onLine = false;
    browser.dispatchEvent(new Event('offline'));
    expect(statuses.at(-1)).toBe('offline');
    network.onLine = true;
    browser.dispatchEvent(new Event('online'));
    expect(FakeSource.all).toHaveLength(2);
    latest().ready(7, true);
    expect(statuses.at(-1)).toBe('live');
  });

  it('names the account that the page shows', () => {
    stream.close();
    stream = new EventStream({ ...ignored, path: '/api/me/events', account: 'u1' });
    expect(latest().url).toBe('/api/me/events?account=u1');
    latest().ready(7, false);
    latest().fail();
    clock.pass(1_000);
    expect(latest().url).toBe('/api/me/events?account=u1&after=7');
  });

  it('reloads everything after an event that it cannot read', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    latest().ready(7, false);
    latest().say('change', { seq: 'eight' });
    expect(warn).toHaveBeenCalledOnce();
    clock.pass(1_000);
    expect(latest().url).toBe('/api/admin/events');
    latest().ready(9, false);
    expect(gaps).toBe(2);
  });

  it('stops when it is closed', () => {
    latest().fail();
    stream.close();
    clock.pass(60_000);
    browser.dispatchEvent(new Event('online'));
    expect(FakeSource.all).toHaveLength(1);
  });
});
