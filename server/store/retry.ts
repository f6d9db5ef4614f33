import { setTimeout as wait } from 'node:timers/promises';

const firstPause = 10;
const longestPause = 1_000;

/**
 * Retries `attempt` while it fails with an error that `isTransient` accepts. Pauses double from 10 ms to a second and are
 * randomised, so that two transactions do not collide again. The last error is thrown as it is.
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  isTransient: (error: unknown) => boolean,
  maxAttempts = 8,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures === maxAttempts || !isTransient(error)) throw error;
      await wait(Math.min(longestPause, firstPause * 2 ** (failures - 1)) * (0.5 + Math.random() / 2));
    }
  }
}
