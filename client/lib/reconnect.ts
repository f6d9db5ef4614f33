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

/** Forgets that a mutation could not reach the portal once it can be reached again, and its message with it. */
export function useResetOnReconnect({ error, reset }: { error: Error | null; reset: () => void }): void {
  useReconnect(() => {
    if (error instanceof ApiFailure && error.code === 'UNREACHABLE') reset();
  });
}
