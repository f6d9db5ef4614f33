import type { QueryClient } from '@tanstack/react-query';
import { announceReconnect } from '#client/lib/reconnect.ts';
import { createStore, type Store } from '#client/lib/store.ts';
import type { Outage } from '#domain/connection.ts';

/** Why the portal is unreachable, or null while it is reachable. */
export interface Connection extends Store<Outage | null> {
  /** Reports that a request finished, with a response or without one. */
  report(answered: boolean): void;
}

const firstRetryMs = 2_000;
const maxRetryMs = 30_000;

/**
 * Tracks whether the portal is reachable, from the browser's network state and the outcome of the page's own
 * requests. It polls the server only while the portal is unreachable, and refetches the page's data afterwards.
 */
export function watchConnection(client: QueryClient): Connection {
  let unreachable = false;
  const { set, ...store } = createStore<Outage | null>(null);
  let checking = false;
  let retryMs = firstRetryMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function update(): void {
    const now = navigator.onLine ? (unreachable ? 'unreachable' : null) : 'offline';
    if (now === store.get()) return;
    clearTimeout(timer);
    retryMs = firstRetryMs;
    set(now);
    if (now) {
      scheduleCheck();
    } else {
      announceReconnect();
      void catchUp(client);
    }
  }

  function setReachable(answered: boolean): void {
    unreachable = !answered;
    update();
  }

  function report(answered: boolean): void {
    if (answered) setReachable(true);
    // One failed or slow request does not prove that the portal is down.
    else if (store.get() === null) void checkHealth();
  }

  function scheduleCheck(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void checkHealth(), retryMs);
    retryMs = Math.min(maxRetryMs, retryMs * 1.5);
  }

  async function checkHealth(): Promise<void> {
    if (checking) return;
    checking = true;
    const answer = await fetch('/api/health', {
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    checking = false;
    // A proxy may answer while the server behind it is down, so only a 2xx response counts.
    const former = store.get();
    setReachable(answer?.ok ?? false);
    // The beginning of an outage schedules the first check itself.
    if (former && store.get() === former) scheduleCheck();
  }

  window.addEventListener('offline', update);
  window.addEventListener('online', () => void checkHealth());
  document.addEventListener('visibilitychange', () => {
    if (store.get() && document.visibilityState === 'visible') void checkHealth();
  });
  update();
  return { ...store, report };
}

/** Refetches data that may have changed during the outage. Admin lists are updated by their event stream instead. */
function catchUp(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey, state }) => queryKey[0] !== 'admin' || state.error !== null,
  });
}
