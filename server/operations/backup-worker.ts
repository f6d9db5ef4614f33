import { parentPort, workerData } from 'node:worker_threads';
import { type Encryption, pruneBackups, takeBackup } from './backup.ts';
import { type DataLocation, locationName, openPortal } from './data-location.ts';
import { explain } from './explain.ts';
import { verifyBackup } from './verify-backup.ts';

export interface BackupJob {
  place: DataLocation & Encryption;
  folder: string;
  verifies: boolean;
  /** How many are kept, and how many bytes they may take. */
  keep: number;
  bytes: number;
  /** The file name of the newest one that is known to be good. */
  good: string | undefined;
}

/** `fault` is what is wrong with the backup, if it was verified; null if it is good, or was not. */
export type BackupResult = { file: string; fault: string | null } | { file: null; fault: string };

/** The thread that makes a backup, because SQLite's work would hold up requests. */
async function work({ place, folder, verifies, keep, bytes, good }: BackupJob): Promise<BackupResult> {
  const faultOf = (error: unknown) => explain(error, locationName(place)) ?? String(error);
  try {
    const store = await openPortal(place);
    const file = await takeBackup(store, folder, place).finally(store.close);
    const fault = verifies ? await verifyBackup(file, place).then(() => null, faultOf) : null;
    await pruneBackups(folder, file, keep, { bytes, good });
    return { file, fault };
  } catch (error) {
    return { file: null, fault: faultOf(error) };
  }
}

parentPort?.postMessage(await work(workerData as BackupJob));
