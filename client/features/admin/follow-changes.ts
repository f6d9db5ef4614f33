import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { endSession } from '#client/features/accounts/mutations.ts';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { EventStream, type StreamStatus } from '#client/lib/event-stream.ts';
import { logFailure } from '#client/lib/log.ts';
import type { ChangeEvent } from '#domain/changes.ts';
import type { MemberPage } from '#domain/member-list.ts';
import { fieldsOf, type ListView } from './list-view.ts';
import type { LiveRecords } from './live-records.ts';
import { changesKey, membersKey, recordKey, summaryQuery } from './queries.ts';
import { Refresher } from './refresher.ts';

/** Milliseconds between two readings of the same thing, however much changes. */
const pause = 250;

/** A list of more pages is not read anew whenever something changes: the administrator asks for it. */
const pagesToFollow = 5;

interface Followed {
  onStatus: (status: StreamStatus) => void;
  /** A long list is no longer what the server would answer. */
  onOutdated: (queryHash: string) => void;
}

/**
 * Keeps what the administrator's pages have loaded up to date with the stream of changes, until stopped: rows in
 * sight at once (`records`), and what only the server can tell (counts, which rows, in which order) by asking again.
 * @returns how to stop
 */
export function followChanges(client: QueryClient, records: LiveRecords, followed: Followed): () => void {
  const summary = refresher(() => client.invalidateQueries({ queryKey: summaryQuery.queryKey }));
  const changes = refresher(() => client.invalidateQueries({ queryKey: changesKey }));
  const dueLists = new Set<string>();
  const lists = refresher(() => readAgain(client, dueLists, followed.onOutdated));
  const gaps = watchGaps(client);

  function onChange(change: ChangeEvent) {
    records.add(change);
    summary.ask();
    changes.ask();
    void client.invalidateQueries({ queryKey: [...recordKey, change.uid] });
    for (const list of client.getQueryCache().findAll({ queryKey: membersKey })) {
      if (!isAffected(list, change)) continue;
      if (list.isActive()) dueLists.add(list.queryHash);
      else list.invalidate();
    }
    if (dueLists.size > 0) lists.ask();
  }

  const stream = new EventStream({
    path: '/api/admin/events',
    onStatus: followed.onStatus,
    onReady: (seq, gap) => {
      if (gap) gaps.close(seq);
    },
    onChange,
    onRefused: () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onEnded: () => endSession(client),
  });

  return () => {
    stream.close();
    gaps.stop();
    for (const each of [summary, changes, lists]) each.stop();
  };
}

function refresher(work: () => Promise<unknown>): Refresher {
  return new Refresher(pause, () => work().catch((error) => logFailure('Reading again failed', error)));
}

function isAffected(list: Query, change: ChangeEvent): boolean {
  const fields = fieldsOf(list.queryKey[membersKey.length] as ListView);
  return Object.keys(change.fields).some((field) => fields.has(field));
}

type Pages = InfiniteData<MemberPage, string>;

async function readAgain(client: QueryClient, due: Set<string>, onOutdated: Followed['onOutdated']) {
  const hashes = [...due];
  due.clear();
  const readings = hashes.map((hash) => {
    const list = client.getQueryCache().get<Pages>(hash);
    if (!list?.state.data) return list?.fetch();
    if (list.state.data.pages.length > pagesToFollow) return onOutdated(hash);
    return client.invalidateQueries({ queryKey: list.queryKey, exact: true });
  });
  await Promise.all(readings);
}

/**
 * Sees to it that nothing stays on the screen that was read before `seq`, the place from which the stream tells all:
 * what is there is read again, and so is an answer from before that comes in later.
 */
function watchGaps(client: QueryClient) {
  let from = 0;
  let readAgainFor = new WeakSet<Query>();

  function isOld(query: Query): boolean {
    return query.queryKey[0] === 'admin' && query.state.data !== undefined && seqOf(query.state.data) < from;
  }

  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    // Once for each gap, whatever the answer.
    if (seqOf(event.query.state.data) === 0 || !isOld(event.query) || readAgainFor.has(event.query)) return;
    readAgainFor.add(event.query);
    void client.invalidateQueries({ queryKey: event.query.queryKey, exact: true });
  });

  return {
    close(seq: number) {
      from = seq;
      readAgainFor = new WeakSet();
      for (const list of client.getQueryCache().findAll({ queryKey: membersKey })) shorten(client, list);
      void client.invalidateQueries({ predicate: isOld });
    },
    stop: unsubscribe,
  };
}

/** A list of very many pages would be read for minutes; its beginning is enough, the rest comes with scrolling. */
function shorten(client: QueryClient, list: Query) {
  client.setQueryData<Pages>(list.queryKey, (data) =>
    data && data.pages.length > pagesToFollow
      ? { pages: data.pages.slice(0, pagesToFollow), pageParams: data.pageParams.slice(0, pagesToFollow) }
      : data,
  );
}

/** The log's end when an answer was read; 0 where it does not say. */
function seqOf(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0;
  if ('pages' in data && Array.isArray(data.pages)) return Math.min(...data.pages.map(seqOf));
  return 'seq' in data && typeof data.seq === 'number' ? data.seq : 0;
}
