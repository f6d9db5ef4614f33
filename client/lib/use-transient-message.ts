import { useEffect, useState } from 'react';

/**
 * A message that disappears after a while.
 * @param duration how long it stays, in milliseconds; showing it again restarts the time
 * @returns the message or null, and a function that shows a message or (with null) removes it
 */
export function useTransientMessage(duration: number): [string | null, (message: string | null) => void] {
  const [shown, setShown] = useState<{ message: string } | null>(null);

  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), duration);
    return () => clearTimeout(timer);
  }, [shown, duration]);

  return [shown?.message ?? null, (message) => setShown(message === null ? null : { message })];
}
