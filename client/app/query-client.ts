import { MutationCache, notifyManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#client/lib/api.ts';
import { taskKey } from '#client/lib/club.ts';
import type { PortalState } from '#client/lib/portal-state.ts';
import {
  memberKey,
  ownMessagesKey,
  resultKey,
  seasonKey,
  summaryKey,
  unreadKey,
} from '#client/lib/query-keys.ts';
import { noticeEndedSession } from '#client/session/mutations.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { tracks } from '#domain/member-choices.ts';

// Without waiting for a timer: a checkbox would show its former state for a moment after it was clicked.
notifyManager.setScheduler(queueMicrotask);

/** No answer or a server error, which may be a restart, passes. A refusal is final. */
function mayPass(error: Error): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status >= 500);
}

function retry(failures: number, error: Error): boolean {
  return failures < 1 && mayPass(error);
}

/** Milliseconds until failed data that a page shows is fetched again: a failure of some seconds must not stay for good. */
function retryPause(failures: number): number {
  return Math.min(5_000 * 2 ** failures, 60_000);
}

export function createQueryClient(state: Partial<PortalState> | null): QueryClient {
  const client = new QueryClient({
    // `always`: without a connection a request fails immediately and says so, instead of waiting unseen.
    defaultOptions: { queries: { retry, networkMode: 'always' }, mutations: { networkMode: 'always' } },
    queryCache: new QueryCache({ onError: handleFailure }),
    mutationCache: new MutationCache({ onError: noticeRefusal }),
  });

  /** The session expired or was ended elsewhere: with the session fetched again, the guards redirect to the login page. */
  function noticeRefusal(error: Error): void {
    if (error instanceof ApiFailure && error.code === 'SIGN_IN_REQUIRED') noticeEndedSession(client);
  }

  function handleFailure(error: Error, query: Query<unknown, unknown, unknown>): void {
    noticeRefusal(error);
    const { queryKey, state: failed } = query;
    if (!mayPass(error)) return;
    setTimeout(() => {
      // Unless something else has fetched it meanwhile.
      if (query.state.errorUpdateCount === failed.errorUpdateCount && query.state.status === 'error')
        void client.refetchQueries({ queryKey, exact: true, type: 'active' });
    }, retryPause(query.state.errorUpdateCount));
  }

  if (state?.session) client.setQueryData(sessionQuery.queryKey, state.session);
  if (state?.messages) client.setQueryData(ownMessagesKey, state.messages);
  if (state?.member) client.setQueryData(memberKey, state.member);
  if (state?.season) client.setQueryData(seasonKey, state.season);
  for (const track of tracks) {
    const task = state?.tasks?.[track];
    if (task) client.setQueryData(taskKey(track), task);
  }
  if (state?.result) client.setQueryData(resultKey, state.result);
  if (state?.summary) client.setQueryData(summaryKey, state.summary);
  if (state?.unread !== undefined) client.setQueryData(unreadKey, state.unread);
  return client;
}
