import { setTimeout as wait } from 'node:timers/promises';

/** How often to try a transaction that the engine aborts in favour of another. */
const maxAttempts = 8;
const firstPause = 10;

/**
 * Retries `attempt` while it fails with an error that `isTransient` accepts. Pauses double from 10 ms and are randomised,
 * so that two transactions do not collide again. The eighth error is thrown as it is.
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  isTransient: (error: unknown) => boolean,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures === maxAttempts || !isTransient(error)) throw error;
      await wait(firstPause * 2 ** (failures - 1) * (0.5 + Math.random() / 2));
    }
  }
}

/** Repeats `attempt` until it succeeds, fails otherwise, or `milliseconds` have passed. Each attempt itself waits. */
export async function retryingFor<T>(
  milliseconds: number,
  attempt: () => Promise<T>,
  isTransient: (error: unknown) => boolean,
): Promise<T> {
  const start = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error) || performance.now() - start >= milliseconds) throw error;
    }
  }
}
