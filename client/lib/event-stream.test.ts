import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pingInterval } from '#domain/changes.ts';
import { type Clock, takeClock } from '#tests/helpers/clock.ts';
import { FakeSource } from '#tests/helpers/fake-source.ts';
import { EventStream, type StreamStatus } from './event-stream.ts';

const browser = new EventTarget();
const network = { onLine: true };

/** The stream’s reports to its page. */
interface Heard {
  gaps: number;
  seen: number[];
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
  heard = { gaps: 0, seen: [], statuses: [], refused: 0, ended: 0 };
  stream = new EventStream({
    path: '/api/me/events',
    account: 'u1',
    onReady: (gap) => {
      heard.gaps += Number(gap);
    },
    onChange: ({ seq }) => heard.seen.push(seq),
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
  it('resumes after the last change received, and delivers each once', () => {
    expect(latest().url).toBe('/api/me/events?account=u1');
    latest().ready(7, false);
    latest().change(8);
    latest().fail();
    clock.pass(1_000);
    expect(latest().url).toBe('/api/me/events?account=u1&after=8');
    latest().ready(10, true);
    latest().change(8);
    latest().change(9);
    latest().change(10);
    const statuses = ['live', 'reconnecting', 'live'];
    // An open connection that is lost says nothing of the session.
    expect(heard).toEqual({ gaps: 1, seen: [8, 9, 10], statuses, refused: 0, ended: 0 });
  });

  it('waits longer after each failed attempt, reports it after several, and keeps trying', () => {
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      latest().fail();
      expect(heard.refused).toBe(attempt);
      clock.pass(15_000);
      expect(FakeSource.all).toHaveLength(attempt + 1);
    }
    expect(heard.statuses.slice(0, 5)).toEqual([
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
    expect(heard.statuses).not.toContain('failed');
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
    expect(latest().url).toBe('/api/me/events?account=u1&after=7');
  });

  it('ignores events of a connection that it has given up', () => {
    latest().ready(7, false);
    const first = latest();
    first.fail();
    first.change(8);
    expect(heard.seen).toEqual([]);
  });

  it('is closed for good when the session has ended', () => {
    latest().ready(7, false);
    latest().say('session-ended', {});
    clock.pass(60_000);
    expect(heard.ended).toBe(1);
    expect(FakeSource.all).toMatchObject([{ closed: true }]);
  });

  it('reports a missing network, and reconnects as soon as it is back', () => {
    latest().ready(7, false);
    network.onLine = false;
    browser.dispatchEvent(new Event('offline'));
    expect(heard.statuses.at(-1)).toBe('offline');
    network.onLine = true;
    browser.dispatchEvent(new Event('online'));
    expect(FakeSource.all).toHaveLength(2);
    latest().ready(7, true);
    expect(heard.statuses.at(-1)).toBe('live');
  });

  it('reloads everything after an event that it cannot read', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    latest().ready(7, false);
    latest().say('change', { seq: 'eight' });
    expect(warn).toHaveBeenCalledOnce();
    clock.pass(1_000);
    expect(latest().url).toBe('/api/me/events?account=u1');
    latest().ready(9, false);
    expect(heard.gaps).toBe(2);
  });

  it('stops when it is closed', () => {
    latest().fail();
    stream.close();
    clock.pass(60_000);
    browser.dispatchEvent(new Event('online'));
    expect(FakeSource.all).toHaveLength(1);
  });
});
