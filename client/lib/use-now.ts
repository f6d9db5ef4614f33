import { useEffect, useState } from 'react';

/** The time in milliseconds, for texts such as '5 minutes ago', updated every so many milliseconds. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
