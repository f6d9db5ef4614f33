import { useEffect, useEffectEvent } from 'react';

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
