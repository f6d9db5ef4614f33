import { useEffect, useEffectEvent } from 'react';
import { ApiFailure } from './api.ts';

const listeners = new Set<() => void>();

/** Tells the page that the portal can be reached again. */
export function announceReconnect(): void {
  for (const listener of listeners) listener();
}

/** Runs `work` when the portal can be reached again, for instance to remove a message that it cannot. */
export function useReconnect(work: () => void): void {
  const listener = useEffectEvent(work);
  useEffect(() => {
    const listen = () => listener();
    listeners.add(listen);
    return () => void listeners.delete(listen);
  }, []);
}

/** Whether the portal could not be reached, which is over when it can be reached again. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'UNREACHABLE';
}

/** Forgets a lost connection, and the message that shows it, once the portal can be reached again. */
export function useResetOnReconnect({ error, reset }: { error: unknown; reset: () => void }): void {
  useReconnect(() => {
    if (isLostConnection(error)) reset();
  });
}
