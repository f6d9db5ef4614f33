import { setTimeout as wait } from 'node:timers/promises';

/**
 * Does something again and again while `work` runs.
 * @returns the longest that it took, as a share of the time that `work` took
 */
export async function longestWait(
  act: () => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<number> {
  let isOver = false;
  let longest = 0;
  async function actAgain(): Promise<void> {
    while (!isOver) {
      const begun = performance.now();
      await wait(1);
      await act();
      longest = Math.max(longest, performance.now() - begun);
    }
  }
  const begun = performance.now();
  const acting = actAgain();
  await work();
  const took = performance.now() - begun;
  isOver = true;
  await acting;
  return longest / took;
}
