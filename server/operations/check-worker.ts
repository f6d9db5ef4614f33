import { parentPort, workerData } from 'node:worker_threads';
import { checkData } from './check.ts';
import { type DataLocation, openPortal } from './data-location.ts';

/** The thread of `checkAside`. */
const store = await openPortal(workerData as DataLocation);
try {
  parentPort?.postMessage(await checkData(store));
} finally {
  await store.close();
}
