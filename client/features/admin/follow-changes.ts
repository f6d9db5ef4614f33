import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { endSession } from '#client/features/accounts/mutations.ts';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { summaryQuery } from '#client/features/members/summary.ts';
import type { StreamStatus } from '#client/lib/event-stream.ts';
import { logFailure } from '#client/lib/log.ts';
import { Refresher } from '#client/lib/refresher.ts';
import { SharedStream } from '#client/lib/shared-stream.ts';
import { type ChangeEvent, isOfMember } from '#domain/changes.ts';
import type { MemberPage } from '#domain/member-list.ts';
import { fieldsOf, type ListView } from './list-view.ts';
import type { LiveRecords } from './live-records.ts';
import { changesKey, membersKey, recordKey, submissionCountsKey } from './queries.ts';
import { queueKey, reviewKey, snippetsKey } from './review/queries.ts';

/** Milliseconds between two requests for the same data, however much changes. */
const pause = 250;

/** A list with more pages is not reloaded at each change: the administrator asks for it. */
const pagesToFollow = 5;

/** Keeps other data up to date with the same stream. */
export interface ChangeFollower {
  take(change: ChangeEvent): void;
  /** Called when changes may have been missed. */
  readAll(): void;
  stop(): void;
}

interface Followed {
  /** The administrator's uid. */
  account: string;
  also: ChangeFollower;
  onStatus: (status: StreamStatus) => void;
  /** A long list no longer matches what the server would return. */
  onOutdated: (queryHash: string) => void;
}

/**
 * Keeps the data of the administrator's pages up to date with the stream of changes: visible rows at once (`records`),
 * and what only the server knows (counts, which rows, in which order) by requesting it again.
 * @returns a function that stops following
 */
export function followChanges(client: QueryClient, records: LiveRecords, followed: Followed): () => void {
  const reader = createReader(client, followed.onOutdated);
  const { account, also } = followed;
  const stream = new SharedStream({
    path: '/api/admin/events',
    account,
    onStatus: followed.onStatus,
    onReady: (seq, gap) => {
      if (!gap) return;
      also.readAll();
      records.startAfter(seq);
      reader.needAllFrom(seq);
    },
    onChange: (change) => {
      records.add(change);
      reader.needAfter(change);
      also.take(change);
    },
    onRefused: () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onEnded: () => endSession(client),
  });
  return () => {
    stream.close();
    reader.stop();
    also.stop();
  };
}

/** The data that is reloaded, and whether a change affects it. Each kind is reloaded separately: none waits for another. */
const kinds = [
  { key: summaryQuery.queryKey, concerns: (_of: unknown, { kind }: ChangeEvent) => isOfMember(kind) },
  {
    key: changesKey,
    concerns: (of: unknown, { uid, kind }: ChangeEvent) => isOfMember(kind) && (of === null || of === uid),
  },
  { key: membersKey, concerns: (view: unknown, change: ChangeEvent) => isAffected(view as ListView, change) },
  {
    key: submissionCountsKey,
    concerns: (filter: unknown, change: ChangeEvent) =>
      'submissionReviewed' in change.fields ||
      'graded' in change.fields ||
      isAffected(filter as ListView, change),
  },
  { key: recordKey, concerns: (of: unknown, { uid }: ChangeEvent) => of === uid },
  { key: reviewKey, concerns: isOfReview },
  { key: queueKey, concerns: (_of: unknown, change: ChangeEvent) => movesQueue(change) },
  { key: snippetsKey, concerns: (_of: unknown, { kind }: ChangeEvent) => kind === 'snippets-changed' },
] as const;

/** Fields of which the place of a submission in a queue, or the queue's counts, depend. */
const queueFields = [
  ...['submittedAt', 'githubLink', 'submissionReviewed', 'developmentTrack', 'taskCompleted'],
  ...['yearOfStudy', 'fullName', 'email', 'studentId'],
];

function movesQueue({ kind, fields }: ChangeEvent): boolean {
  return kind === 'member-removed' || queueFields.some((field) => field in fields);
}

function isOfReview(of: unknown, { uid, kind, fields }: ChangeEvent): boolean {
  return of === uid || (kind === 'review-saved' && fields.member === of);
}

function isAffected(view: ListView, change: ChangeEvent): boolean {
  if (change.kind === 'member-removed' || change.kind === 'season-ended') return true;
  const fields = fieldsOf(view);
  return Object.keys(change.fields).some((field) => fields.has(field));
}

/** A reader for each kind, which reloads each requested query once, soon afterwards. */
function createKindReaders(client: QueryClient, onOutdated: Followed['onOutdated']) {
  return kinds.map(({ key, concerns }) => {
    const due = new Set<string>();
    const refresher = new Refresher(pause, async () => {
      const queries = [...due].flatMap((hash) => client.getQueryCache().get(hash) ?? []);
      due.clear();
      await Promise.all(queries.map((query) => readAgain(client, query, onOutdated)));
    });
    function ask(query: Query) {
      if (!query.isActive()) return query.invalidate();
      due.add(query.queryHash);
      refresher.ask();
    }
    return { key, concerns, ask, stop: () => refresher.stop() };
  });
}

/**
 * Reloads data that is older than the log. A response that was on its way when something changed is checked when it
 * arrives, and requested once more if it is older than the change.
 */
function createReader(client: QueryClient, onOutdated: Followed['onOutdated']) {
  const cache = client.getQueryCache();
  const readers = createKindReaders(client, onOutdated);
  /** The position in the log that each query must have reached, by hash; `from` for all others. */
  const needed = new Map<string, number>();
  let from = 0;
  /** The position for which a query was requested again because its response was too old: only once for each. */
  const retried = new Map<string, number>();

  function needOf({ queryHash }: Query): number {
    return Math.max(from, needed.get(queryHash) ?? 0);
  }

  function isBehind(query: Query): boolean {
    return query.state.data !== undefined && seqOf(query.state.data) < needOf(query);
  }

  const stopWatching = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { query } = event;
    if (!isBehind(query)) needed.delete(query.queryHash);
    else if (retried.get(query.queryHash) !== needOf(query)) {
      retried.set(query.queryHash, needOf(query));
      readers.find(({ key }) => startsWith(query.queryKey, key))?.ask(query);
    }
  });

  return {
    /** All queries must reach this position in the log. */
    needAllFrom(seq: number) {
      from = seq;
      for (const { key, ask } of readers) {
        for (const query of cache.findAll({ queryKey: key, predicate: isBehind })) {
          shorten(client, query);
          ask(query);
        }
      }
    },
    /** The queries that the change affects must be reloaded after it. */
    needAfter(change: ChangeEvent) {
      for (const { key, concerns, ask } of readers) {
        for (const query of cache.findAll({ queryKey: key })) {
          if (!concerns(query.queryKey[key.length], change)) continue;
          needed.set(query.queryHash, change.seq);
          ask(query);
        }
      }
    },
    stop() {
      stopWatching();
      for (const reader of readers) reader.stop();
    },
  };
}

type Pages = InfiniteData<MemberPage, string>;

/** The number of loaded pages of a list of members; 0 for other queries. */
function pagesOf(client: QueryClient, { queryKey }: Query): number {
  if (!startsWith(queryKey, membersKey)) return 0;
  return client.getQueryData<Pages>(queryKey)?.pages.length ?? 0;
}

async function readAgain(
  client: QueryClient,
  query: Query,
  onOutdated: Followed['onOutdated'],
): Promise<void> {
  if (pagesOf(client, query) > pagesToFollow) {
    onOutdated(query.queryHash);
    return;
  }
  try {
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  } catch (error) {
    logFailure('Reading again failed', error);
  }
}

/** Reloading very many pages would take minutes; the beginning is enough, and scrolling loads the rest. */
function shorten(client: QueryClient, query: Query): void {
  if (pagesOf(client, query) <= pagesToFollow) return;
  client.setQueryData<Pages>(
    query.queryKey,
    (data) =>
      data && {
        pages: data.pages.slice(0, pagesToFollow),
        pageParams: data.pageParams.slice(0, pagesToFollow),
      },
  );
}

function startsWith(key: readonly unknown[], start: readonly unknown[]): boolean {
  return start.every((part, index) => key[index] === part);
}

/** The end of the log when the data was read, for the oldest page; 0 if the data does not contain it. */
function seqOf(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0;
  if ('pages' in data && Array.isArray(data.pages)) return Math.min(...data.pages.map(seqOf));
  return 'seq' in data && typeof data.seq === 'number' ? data.seq : 0;
}
