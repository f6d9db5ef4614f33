const minute = 60_000;

/**
 * Works through `items` one after the other. An item whose `work` throws is passed to `setAside`, which records that it
 * is to be tried again later, and the next item follows. Throws only if an item cannot be set aside either, which means
 * that the whole database is away.
 */
export async function workThrough<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  setAside: (item: T, error: unknown) => unknown,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      await setAside(item, error);
    }
  }
}

/** Milliseconds until the next try: 30 seconds after the first, then doubling to an hour. */
export function retryDelay(attempts: number): number {
  return Math.min(60 * minute, (minute / 2) * 2 ** (attempts - 1));
}
