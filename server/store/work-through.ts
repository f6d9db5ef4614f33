const minute = 60_000;

/**
 * Works through `items` one after the other. An item whose `work` throws is passed to `park`, which records when it
 * is tried again, and the next item follows. Throws only if `park` fails too, which means that the whole database is
 * away.
 */
export async function workThrough<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  park: (item: T, error: unknown) => unknown,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      await park(item, error);
    }
  }
}

/** Milliseconds until the next try: 30 seconds after the first, then doubling to an hour. */
export function retryDelay(attempts: number): number {
  return Math.min(60 * minute, (minute / 2) * 2 ** (attempts - 1));
}
