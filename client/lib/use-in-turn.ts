import { startTransition, useEffect, useState } from 'react';

/**
 * How many of a page's parts may stand: one after another, so that a slow phone answers to a touch between them.
 * @param atOnce all of them, as for somebody who comes back to the page
 */
export function useInTurn(parts: number, atOnce: boolean): number {
  const [standing, setStanding] = useState(atOnce ? parts : 1);
  useEffect(() => {
    if (standing < parts) startTransition(() => setStanding(standing + 1));
  }, [standing, parts]);
  return standing;
}
