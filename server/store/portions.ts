import { setImmediate as afterOthers } from 'node:timers/promises';

/** Rows of one portion: on SQLite, writing them must not delay a request noticeably. */
const portion = 100;

/**
 * Writes many rows a portion at a time, so that requests are answered in between.
 * @param write writes at most so many rows, each time other ones, and resolves with how many
 * @returns how many in total
 */
export async function inPortions(write: (most: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const written = await write(portion);
    total += written;
    if (written < portion) return total;
    await afterOthers();
  }
}
