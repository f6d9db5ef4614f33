import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure, nameAccount } from '#client/lib/api.ts';
import { dropAllDrafts, dropStaleDrafts } from '#client/lib/drafts.ts';
import { createStore, type Store } from '#client/lib/store.ts';
import { forgetAccount, sessionHooks } from '#client/session/mutations.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { accountTabs, shownAccountTexts } from '#domain/shown-account.ts';

/** The message of a page whose account was replaced elsewhere; null for none. */
export interface ShownAccount extends Store<string | null> {
  dismiss: () => void;
}

/**
 * Keeps the page and the browser's session in step. Tabs tell each other who signed in or out; a tab that missed it
 * finds out when it gets the focus. Nothing of a former account stays in the cache, and no draft of it once somebody else
 * signs in.
 * @param onChanged called when somebody signed in or out elsewhere; `replaced` if the page showed another account
 */
export function followShownAccount(
  client: QueryClient,
  onChanged: (change: { replaced: boolean }) => void,
): ShownAccount {
  const tabs = new BroadcastChannel(accountTabs);
  let shown = accountOf(client);
  // Its session may end a moment before the next one is known.
  let lastSignedIn = shown;
  const { set: say, ...message } = createStore<string | null>(null);
  nameAccount(() => accountOf(client));
  dropStaleDrafts(shown);

  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== sessionQuery.queryKey[0]) return;
    if (event.action.type !== 'success') return;
    const { user = null, removed } = client.getQueryData(sessionQuery.queryKey) ?? {};
    const held = !user && !event.action.manual && sessionHooks.onEnd?.();
    if (held) return say(held);
    const former = shown;
    shown = accountOf(client);
    if (shown === former) return;
    dropStaleDrafts(shown);
    const replaced = shown !== null && lastSignedIn !== null && shown !== lastSignedIn;
    lastSignedIn = shown ?? lastSignedIn;
    // Written by this page itself: its own sign-in or sign-out, which says what happens and lets the others know.
    if (event.action.manual) {
      tabs.postMessage(shown);
      say(null);
      return;
    }
    forgetAccount(client);
    if (removed) dropAllDrafts();
    onChanged({ replaced });
    if (user) say(replaced ? shownAccountTexts.replaced(user.email) : null);
    else say(removed ? shownAccountTexts.removed : shownAccountTexts.signedOut);
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

  return { ...message, dismiss: () => say(null) };
}

function accountOf(client: QueryClient): string | null {
  return client.getQueryData(sessionQuery.queryKey)?.user?.uid ?? null;
}
