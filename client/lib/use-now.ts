import { useEffect, useState } from 'react';

/** The time in milliseconds, updated every half minute or as often as given, for texts such as '5 minutes ago'. */
export function useNow(interval = 30_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
