import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { summaryQuery } from '#client/features/members/summary.ts';
import type { StreamStatus } from '#client/lib/event-stream.ts';
import { followChanges } from './follow-changes.ts';
import { type ListView, readView } from './list-view.ts';
import { LiveRecords } from './live-records.ts';
import { membersQuery } from './queries.ts';

class FakeSource extends EventTarget {
  static latest: FakeSource;

  constructor() {
    super();
    FakeSource.latest = this;
  }

  close() {}

  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  change(seq: number, fields: Record<string, unknown>) {
    const head = { seq, uid: 'u1', fullName: 'Asha', actor: 'member', kind: 'profile-saved' };
    this.say('change', { ...head, at: '2026-09-01T09:30:00.000Z', batch: null, undoes: null, fields });
  }
}

const counts = {
  submissions: 0,
  waitingForReview: 0,
  reviewed: 0,
  graded: 0,
  newChanges: 0,
  lastVisit: null,
};
const noTracks = { android: 0, web: 0, ml: 0, game: 0, none: 0 };

/** The end of the server's log. */
let logEnd: number;
/** If set, responses wait for it. */
let gate: Promise<void> | null;
let asked: string[];
let client: QueryClient;
let outdated: string[];
let statuses: StreamStatus[];
let stops: (() => void)[];

async function answer(path: string): Promise<Response> {
  const seq = logEnd;
  const url = new URL(path, 'http://portal.example');
  asked.push(url.pathname + url.search);
  if (gate) await gate;
  if (url.pathname === '/api/admin/summary') {
    const summary = {
      seq,
      total: 0,
      tracks: noTracks,
      steps: [0, 0, 0, 0],
      registrationsPerDay: [],
      ...counts,
    };
    return Response.json(summary);
  }
  const page = Number(url.searchParams.get('cursor') ?? 0);
  return Response.json({ seq, members: [], nextCursor: String(page + 1), total: 900 });
}

function listAsked(): number {
  return asked.filter((path) => path.startsWith('/api/admin/members')).length;
}

function view(search: string): ListView {
  return readView(new URLSearchParams(search), { sort: 'createdAt', dir: 'desc' });
}

/** Shows a list with this many pages. */
async function showList(search: string, pages = 1) {
  const observer = new InfiniteQueryObserver(client, membersQuery(view(search)));
  stops.push(observer.subscribe(() => {}));
  await vi.waitUntil(() => observer.getCurrentResult().isSuccess);
  while ((observer.getCurrentResult().data?.pages.length ?? 0) < pages) await observer.fetchNextPage();
  asked = [];
  return observer;
}

function follow(): void {
  stops.push(
    followChanges(client, new LiveRecords(), {
      account: 'sdc-admin',
      also: { take: () => {}, readAll: () => {}, stop: () => {} },
      onStatus: (status) => statuses.push(status),
      onOutdated: (hash) => outdated.push(hash),
    }),
  );
}

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', answer);
  client = new QueryClient();
  [logEnd, gate, asked, outdated, statuses, stops] = [5, null, [], [], [], []];
});

afterEach(() => {
  for (const stop of stops.reverse()) stop();
  client.clear();
});

describe('a list on the screen', () => {
  it('is read again when a change touches what it selects or sorts by', async () => {
    await showList('track=web');
    follow();
    FakeSource.latest.say('ready', { seq: 5, resumed: false });
    logEnd = 6;
    FakeSource.latest.change(6, { developmentTrack: 'ml' });
    await vi.waitUntil(() => listAsked() === 1);
  });

  it('is read once more when it was on its way as something changed', async () => {
    follow();
    FakeSource.latest.say('ready', { seq: 5, resumed: false });
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const observer = new InfiniteQueryObserver(client, membersQuery(view('track=web')));
    stops.push(observer.subscribe(() => {}));
    await vi.waitUntil(() => listAsked() === 1);
    logEnd = 6;
    FakeSource.latest.change(6, { developmentTrack: 'ml' });
    gate = null;
    held.resolve();
    await vi.waitUntil(() => observer.getCurrentResult().data?.pages[0]?.seq === 6);
    expect(listAsked()).toBe(2);
  });

  it('is left alone by other changes, which only counts follow', async () => {
    await showList('track=web');
    stops.push(new QueryObserver(client, summaryQuery).subscribe(() => {}));
    await vi.waitUntil(() => client.getQueryData(summaryQuery.queryKey));
    follow();
    FakeSource.latest.say('ready', { seq: 5, resumed: false });
    logEnd = 6;
    FakeSource.latest.change(6, { submissionReviewed: true });
    await vi.waitUntil(() => asked.length === 2);
    expect(asked).toEqual(['/api/admin/summary', '/api/admin/summary']);
  });

  it('of many pages is not read again, but said to be outdated', async () => {
    await showList('track=web', 6);
    follow();
    FakeSource.latest.say('ready', { seq: 5, resumed: false });
    FakeSource.latest.change(6, { developmentTrack: 'ml' });
    await vi.waitUntil(() => outdated.length === 1);
    expect(listAsked()).toBe(0);
  });
});

describe('what was read before the stream tells all', () => {
  it('is read again', async () => {
    await showList('');
    follow();
    logEnd = 9;
    FakeSource.latest.say('ready', { seq: 9, resumed: false });
    await vi.waitUntil(() => listAsked() === 1);
  });

  it('is left alone if nothing had happened', async () => {
    await showList('');
    stops.push(new QueryObserver(client, summaryQuery).subscribe(() => {}));
    await vi.waitUntil(() => client.getQueryData(summaryQuery.queryKey));
    follow();
    FakeSource.latest.say('ready', { seq: 5, resumed: false });
    logEnd = 6;
    // A change that affects only the counts: once they are reloaded, the list would have been requested too.
    FakeSource.latest.change(6, { graded: true });
    await vi.waitUntil(() => asked.length === 2);
    expect(listAsked()).toBe(0);
  });

  it('is read again when it comes in afterwards', async () => {
    follow();
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const observer = new InfiniteQueryObserver(client, membersQuery(view('')));
    stops.push(observer.subscribe(() => {}));
    await vi.waitUntil(() => listAsked() === 1);
    logEnd = 9;
    FakeSource.latest.say('ready', { seq: 9, resumed: false });
    gate = null;
    held.resolve();
    await vi.waitUntil(() => observer.getCurrentResult().data?.pages[0]?.seq === 9);
    expect(listAsked()).toBe(2);
  });

  it('is cut to a few pages, so that reading it again does not take for ever', async () => {
    const observer = await showList('', 8);
    follow();
    logEnd = 9;
    FakeSource.latest.say('ready', { seq: 9, resumed: false });
    await vi.waitUntil(() => observer.getCurrentResult().data?.pages.every(({ seq }) => seq === 9));
    expect(observer.getCurrentResult().data?.pages).toHaveLength(5);
    expect(listAsked()).toBe(5);
  });
});
