import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure, nameAccount } from '#client/lib/api.ts';
import { dropStored, lastSeenName } from '#client/lib/browser-storage.ts';
import { shownAccountTexts } from '#domain/shown-account.ts';
import { sessionQuery } from './queries.ts';

/** What a page says after the account that it showed was replaced elsewhere; null for nothing. */
export interface ShownAccount {
  get(): string | null;
  /** @returns unsubscribes */
  subscribe(listener: () => void): () => void;
  dismiss(): void;
}

/**
 * Keeps the page and the browser's session in step. Tabs tell each other who signed in or out; a tab that missed it
 * finds out when it gets the focus. Nothing of a former account stays in the cache.
 * @param onReplaced called when the browser's account is no longer the one that the page showed
 */
export function followShownAccount(
  client: QueryClient,
  onReplaced: (change: { former: string | null; next: string | null }) => void,
): ShownAccount {
  const listeners = new Set<() => void>();
  const tabs = new BroadcastChannel('portal-account');
  let shown = accountOf(client);
  let message: string | null = null;
  nameAccount(() => accountOf(client));

  function say(next: string | null): void {
    message = next;
    for (const listener of listeners) listener();
  }

  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== sessionQuery.queryKey[0]) return;
    if (event.action.type !== 'success') return;
    const user = client.getQueryData(sessionQuery.queryKey)?.user ?? null;
    const former = shown;
    shown = accountOf(client);
    if (shown === former) return;
    // Written by this page itself: its own sign-in or sign-out, which says what happens and lets the others know.
    if (event.action.manual) {
      tabs.postMessage(shown);
      say(null);
      return;
    }
    dropStored(lastSeenName);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    onReplaced({ former, next: shown });
    if (former) say(user ? shownAccountTexts.replaced(user.email) : shownAccountTexts.signedOut);
  });
  // A refused write is the last net: the page keeps what was typed and says why it was not saved.
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    if (error instanceof ApiFailure && error.code === 'ACCOUNT_CHANGED') say(shownAccountTexts.refused);
  });
  tabs.addEventListener('message', ({ data }) => {
    if (data !== shown) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  });

  return {
    get: () => message,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dismiss: () => say(null),
  };
}

function accountOf(client: QueryClient): string | null {
  return client.getQueryData(sessionQuery.queryKey)?.user?.uid ?? null;
}
