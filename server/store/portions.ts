import { setTimeout as wait } from 'node:timers/promises';

interface Portions {
  /** Rows of one portion: on SQLite, writing them must not delay a request noticeably. */
  size?: number;
  /**
   * Milliseconds between two portions. A process that waits for another's lock asks every 25 ms, so work beside a
   * running portal needs more than that.
   */
  pause?: number;
}

/**
 * Writes many rows a portion at a time, so that requests are answered in between.
 * @param write writes at most so many rows, each time other ones, and resolves with how many
 * @returns how many in total
 */
export async function inPortions(
  write: (most: number) => Promise<number>,
  { size = 100, pause = 0 }: Portions = {},
): Promise<number> {
  let total = 0;
  for (;;) {
    const written = await write(size);
    total += written;
    if (written < size) return total;
    await wait(pause);
  }
}
