import { useEffect, useState } from 'react';

/**
 * A message that goes away by itself.
 * @param duration how long it stays, in milliseconds; shown again, its time starts anew
 * @returns the message or null, and how to show one or (with null) take it away
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
