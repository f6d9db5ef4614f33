import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChangeEvent, Topic } from '#domain/live-events.ts';
import * as adminKeys from './admin-keys.ts';
import * as keys from './query-keys.ts';

type KeysOf = (uid: string) => readonly QueryKey[];

/** The history of a member, and that of all. */
const ofHistory: KeysOf = (uid) => [
  [...adminKeys.changesKey, uid],
  [...adminKeys.changesKey, null],
];
const ofRecord: KeysOf = (uid) => [
  keys.memberKey,
  keys.seasonKey,
  adminKeys.extensionKey,
  keys.summaryKey,
  adminKeys.membersKey,
  adminKeys.submissionCountsKey,
  adminKeys.audienceKey,
  adminKeys.queueKey,
  [...adminKeys.recordKey, uid],
  adminKeys.accountKey,
  [...adminKeys.reviewKey, uid],
  ...ofHistory(uid),
];
const ofResults: KeysOf = (uid) => [
  keys.resultKey,
  keys.summaryKey,
  adminKeys.resultsKey,
  adminKeys.seasonsKey,
  adminKeys.outcomeKey,
  adminKeys.membersKey,
  adminKeys.audienceKey,
  ...ofHistory(uid),
];

/** The data to fetch again after a change of each topic. */
const keysByTopic: Record<Topic, KeysOf> = {
  record: ofRecord,
  // The session shows the name and the email; a member who was removed is in no count.
  account: (uid) => [
    ...ofRecord(uid),
    keys.sessionKey,
    adminKeys.resultsKey,
    adminKeys.outcomeKey,
    adminKeys.groupMessagesKey,
    adminKeys.trashKey,
  ],
  // A checklist is the score, by which messages find their members.
  review: () => [adminKeys.reviewKey, adminKeys.queueKey, adminKeys.audienceKey, adminKeys.snippetsKey],
  opinions: () => [adminKeys.reviewKey, adminKeys.queueKey, adminKeys.audienceKey, adminKeys.membersKey],
  results: ofResults,
  messages: () => [keys.ownMessagesKey, adminKeys.groupMessagesKey, adminKeys.audienceKey],
  inbox: () => [adminKeys.messagesKey, keys.unreadKey],
  // A message keeps its place in a list of unread messages while it is read.
  'inbox-flags': () => [[...adminKeys.messagesKey, { state: 'all' }], adminKeys.messageKey, keys.unreadKey],
  // Whether the administrator reviews alone.
  staff: (uid) => [adminKeys.reviewersKey, adminKeys.queueKey, ...ofHistory(uid)],
  settings: (uid) => [
    // Its response says whether the page is outdated.
    keys.sessionKey,
    keys.seasonKey,
    keys.summaryKey,
    adminKeys.extensionKey,
    adminKeys.settingsKey,
    adminKeys.membersKey,
    adminKeys.queueKey,
    adminKeys.reviewKey,
    adminKeys.resultsKey,
    ...ofHistory(uid),
  ],
  test: () => [],
  everything: () => [keys.memberKey, keys.ownMessagesKey, keys.resultKey, adminKeys.adminKey],
};

/** Fetches again what a change has made outdated, after an event or a write of this page. */
export function refetchAfter(client: QueryClient, { topic, uid }: ChangeEvent, delay = 0): void {
  refetch(client, keysByTopic[topic](uid ?? ''), delay);
}

/** Milliseconds between two requests for the same data, however much changes. */
const pause = 250;

/** A longer list is not fetched again by itself: its page offers to. */
export const pagesToFollow = 5;

/** Fetches what is shown of these data again, soon or after a delay in milliseconds; the rest when it is shown. */
export function refetch(client: QueryClient, queryKeys: readonly QueryKey[], delay = 0): void {
  const cache = client.getQueryCache();
  for (const query of new Set(queryKeys.flatMap((queryKey) => cache.findAll({ queryKey })))) {
    if (!due.has(query)) void refetchQuery(client, query, delay);
  }
}

/** The queries whose next request waits for its time: it covers whatever changes until then. */
const due = new WeakSet<Query>();

async function refetchQuery(client: QueryClient, query: Query, delay: number): Promise<void> {
  due.add(query);
  await wait(delay);
  // A request that is under way may be older than the change.
  await query.promise?.catch(() => {});
  const { dataUpdatedAt, errorUpdatedAt } = query.state;
  // No longer than the pause, also if the clock was set back.
  await wait(Math.min(pause, Math.max(dataUpdatedAt, errorUpdatedAt) + pause - Date.now()));
  await writesEnded(client);
  due.delete(query);
  query.invalidate();
  if (query.isActive() && pagesOf(query) <= pagesToFollow)
    await client.refetchQueries({ queryKey: query.queryKey, exact: true });
}

/** Waits until no write of this page is under way: an answer might be older than what the page shows already. */
export async function writesEnded(client: QueryClient): Promise<void> {
  while (client.isMutating() > 0) await wait(pause);
}

async function wait(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
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
