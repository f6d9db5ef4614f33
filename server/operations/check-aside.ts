import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CheckResult } from './check.ts';
import type { DataLocation } from './data-location.ts';

/**
 * Checks the data in another thread with a separate connection, because it reads everything and requests have to be
 * answered meanwhile. A request that comes during a check gets the same result.
 */
export function createAsideCheck({ dataDir, databaseUrl }: DataLocation): () => Promise<CheckResult[]> {
  let underWay: Promise<CheckResult[]> | undefined;
  async function check(): Promise<CheckResult[]> {
    const location: DataLocation = { dataDir, databaseUrl };
    const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { workerData: location });
    const [results] = await once(worker, 'message');
    return results;
  }
  return () => {
    underWay ??= check().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
