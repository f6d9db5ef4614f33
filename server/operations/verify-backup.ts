import { join } from 'node:path';
import type { Fingerprint } from '#server/store/copy.ts';
import { openStore } from '#server/store/open.ts';
import { BackupError, type Encryption, openBackup } from './backup.ts';
import { checkData } from './check.ts';
import { withScratch } from './scratch.ts';
import { move } from './transfer.ts';

/**
 * Restores a backup into a scratch folder and compares every row. Throws BackupError or TransferError if the copy is
 * incomplete or differs.
 * @returns the fingerprint of the backup
 */
export function verifyBackup(file: string, { dataDir, backupPassphrase }: Encryption): Promise<Fingerprint> {
  return withScratch(dataDir, async (scratch) => {
    const backup = await openBackup(scratch, file, backupPassphrase);
    const restored = openStore({ dataDir: join(scratch, 'restored') });
    try {
      const held = await move(backup, restored);
      const faults = (await checkData(restored)).flatMap((result) => result.faults);
      if (faults.length > 0)
        throw new BackupError(`${file}, restored, is not whole: ${faults.slice(0, 3).join('; ')}.`);
      return held;
    } finally {
      await Promise.all([backup.close(), restored.close()]);
    }
  });
}
