import type { QueryClient } from '@tanstack/react-query';
import type { Loss } from '#domain/connection.ts';

export interface Connection {
  /** How the portal is out of reach; null while it can be reached. */
  get(): Loss | null;
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void;
  /** An exchange has ended, with an answer or without one. */
  heard(answered: boolean): void;
}

const firstPause = 2_000;
const longestPause = 30_000;

/**
 * Watches whether the portal can be reached, by what the browser says of its network and by how the page's own
 * exchanges end; asks by itself only while it cannot. Once it can again, what is shown is asked for anew.
 * @param lost whether the page has begun without the server
 */
export function watchConnection(client: QueryClient, lost: boolean): Connection {
  const listeners = new Set<() => void>();
  let unreachable = lost;
  let loss: Loss | null = null;
  let asking = false;
  let pause = firstPause;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    const now = navigator.onLine ? (unreachable ? 'unreachable' : null) : 'offline';
    if (now === loss) return;
    loss = now;
    clearTimeout(timer);
    pause = firstPause;
    for (const listener of listeners) listener();
    if (loss) askLater();
    else void catchUp(client);
  }

  function settle(answered: boolean): void {
    unreachable = !answered;
    look();
  }

  function heard(answered: boolean): void {
    if (answered) settle(true);
    // One address that fails, or one answer that is slow, is not the portal gone.
    else if (loss === null) void ask();
  }

  function askLater(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), pause);
    pause = Math.min(longestPause, pause * 1.5);
  }

  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    const answer = await fetch('/api/health', {
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    asking = false;
    // A proxy answers too while the portal is away.
    settle(answer?.ok ?? false);
    if (loss) askLater();
  }

  window.addEventListener('offline', look);
  window.addEventListener('online', () => void ask());
  document.addEventListener('visibilitychange', () => {
    if (loss && document.visibilityState === 'visible') void ask();
  });
  look();
  return {
    get: () => loss,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    heard,
  };
}

/** Asks anew for what may have changed meanwhile; the administrator's lists have their stream, which tells. */
function catchUp(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey, state }) => queryKey[0] !== 'admin' || state.error !== null,
  });
}
