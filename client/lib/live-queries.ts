import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeEvent, ChangeKind } from '#domain/changes.ts';
import * as keys from './query-keys.ts';

type KeysOf = (uid: string) => readonly QueryKey[];

/** The history of a member, and that of all. */
const ofHistory: KeysOf = (uid) => [
  [...keys.changesKey, uid],
  [...keys.changesKey, null],
];
const ofRecord: KeysOf = (uid) => [
  keys.memberKey,
  keys.summaryKey,
  keys.membersKey,
  keys.submissionCountsKey,
  keys.audienceKey,
  keys.queueKey,
  [...keys.recordKey, uid],
  keys.accountKey,
  [...keys.reviewKey, uid],
  ...ofHistory(uid),
];
/** The session shows the name and the email of the record. */
const ofProfile: KeysOf = (uid) => [...ofRecord(uid), keys.sessionKey];
/** Data that only the administrator's page of a member shows. */
const ofAccount: KeysOf = (uid) => [[...keys.accountKey, uid], ...ofHistory(uid)];
/** Everything that a change may make outdated. */
export const liveKeys = [keys.memberKey, keys.ownMessagesKey, keys.resultKey, keys.adminKey] as const;
const everything: KeysOf = () => liveKeys;
const ofOutcomes: KeysOf = () => [keys.resultsKey, keys.outcomeKey, keys.membersKey, keys.audienceKey];

/** Which data each kind of change makes outdated. */
const keysByKind: Record<ChangeKind, KeysOf> = {
  registered: ofRecord,
  'track-selected': ofRecord,
  'task-completed': ofRecord,
  'task-reopened': ofRecord,
  'submission-sent': ofRecord,
  'profile-saved': ofProfile,
  'email-restored': ofProfile,
  'review-changed': ofRecord,
  // The release itself is one change for administrators; the thousands of their members are for these.
  'result-released': () => [keys.resultKey],
  'result-corrected': (uid) => [keys.resultKey, ...ofOutcomes(uid), ...ofHistory(uid)],
  'record-recovered': ofProfile,
  undone: ofProfile,
  'record-corrected': ofProfile,
  'reset-link-made': ofAccount,
  'sessions-ended': ofAccount,
  'member-removed': everything,
  'season-ended': everything,
  'administrator-changed': everything,
  imported: everything,
  'import-undone': everything,
  'test-node-written': () => [],
  'message-received': () => [keys.messagesKey, keys.unreadKey],
  // A message keeps its place in a list of unread messages while it is read.
  'message-marked': () => [[...keys.messagesKey, { state: 'all' }], keys.messageKey, keys.unreadKey],
  'messages-deleted': () => [keys.messagesKey, keys.unreadKey],
  'messages-restored': () => [keys.messagesKey, keys.messageKey, keys.unreadKey],
  // Its checklist is the score, by which messages find their members.
  'review-saved': () => [keys.reviewKey, keys.audienceKey],
  'snippets-changed': () => [keys.snippetsKey],
  'group-message': () => [keys.ownMessagesKey, keys.groupMessagesKey],
  'group-message-dismissed': () => [keys.ownMessagesKey, keys.audienceKey],
  'outcomes-set': ofOutcomes,
  'results-changed': (uid) => [...ofOutcomes(uid), [...keys.changesKey, null]],
};

/** Kinds of change that reach thousands of pages at once. Each page waits a random part of these milliseconds. */
const spread: Partial<Record<ChangeKind, number>> = { 'group-message': 5_000, 'result-released': 2_000 };

/** Fetches the data again that a change has made outdated, after an event or a write of this page. */
export function refetchAfter(client: QueryClient, { kind, uid }: Pick<ChangeEvent, 'kind' | 'uid'>): void {
  refetch(client, keysByKind[kind](uid), Math.random() * (spread[kind] ?? 0));
}

/** Milliseconds between two requests for the same data, however much changes. */
const pause = 250;

/** A longer list is not fetched again by itself: its page offers to. */
export const pagesToFollow = 5;

/** Fetches what is shown of these data again, soon or after a delay in milliseconds; the rest when it is shown. */
export function refetch(client: QueryClient, queryKeys: readonly QueryKey[], delay = 0): void {
  for (const queryKey of queryKeys) {
    for (const query of client.getQueryCache().findAll({ queryKey })) {
      if (query.isActive() && pagesOf(query) <= pagesToFollow) void refetchQuery(client, query, delay);
      else markOutdated(query);
    }
  }
}

/** The queries whose next request waits for its time: it covers whatever changes until then. */
const due = new WeakSet<Query>();
/** The latest request of each query, with the pause after it. */
const latest = new WeakMap<Query, Promise<unknown>>();

async function refetchQuery(client: QueryClient, query: Query, delay: number): Promise<void> {
  if (due.has(query)) return;
  due.add(query);
  if (delay > 0) await wait(delay);
  await latest.get(query);
  await writesEnded(client);
  due.delete(query);
  latest.set(query, Promise.all([fetchNewer(client, query.queryKey), wait(pause)]));
}

/** Waits until no write of this page is under way: an answer might be older than what the page shows already. */
export async function writesEnded(client: QueryClient): Promise<void> {
  while (client.isMutating() > 0) await wait(pause);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Fetches data again because it has changed. Invalidating alone would only wait for a first request that is under way,
 * which may be older than the change.
 */
export async function fetchNewer(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.allSettled(first.map(({ promise }) => promise));
  await client.invalidateQueries({ queryKey });
}

/** A response that is under way may be older than the change. */
function markOutdated(query: Query): void {
  query.invalidate();
  if (query.state.fetchStatus === 'fetching')
    query.promise?.then(
      () => query.invalidate(),
      () => {},
    );
}

/** The number of loaded pages of a list; 0 for other data. */
function pagesOf({ state: { data } }: Query): number {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length
    : 0;
}

/**
 * Runs a write of this page. Writes of the same scope run one after the other, and no data is fetched again until all
 * have ended.
 */
export function runWrite<T>(client: QueryClient, scope: string, write: () => Promise<T>): Promise<T> {
  return client
    .getMutationCache()
    .build<T, Error, void, unknown>(client, {
      mutationFn: write,
      scope: { id: scope },
      networkMode: 'always',
    })
    .execute();
}
