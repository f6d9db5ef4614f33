import { setTimeout as wait } from 'node:timers/promises';

/** How often a transaction is tried that the engine gave up in favour of another one. */
const tries = 8;
const firstPause = 10;

/**
 * Runs `attempt` again, after pauses that double from 10 ms and vary, so that two that met do not meet again,
 * while it fails with what `mayPass` accepts. Its eighth failure is thrown as it is.
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  mayPass: (error: unknown) => boolean,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures === tries || !mayPass(error)) throw error;
      await wait(firstPause * 2 ** (failures - 1) * (0.5 + Math.random() / 2));
    }
  }
}
