import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fingerprint } from '#server/store/copy.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { BackupError, openBackup } from './backup.ts';
import { checkData } from './check.ts';
import { move } from './transfer.ts';

/**
 * Restores a backup into a temporary folder below `scratch` and compares every row. Throws BackupError or TransferError if
 * the copy is incomplete or differs.
 * @returns the fingerprint of the backup
 */
export async function verifyBackup(
  file: string,
  { passphrase, scratch }: { passphrase: string | undefined; scratch: string },
): Promise<Fingerprint> {
  const folder = await mkdtemp(join(scratch, '.verify-'));
  const stores: Store[] = [];
  try {
    const copy = join(folder, 'copy');
    await mkdir(copy);
    const backup = await openBackup(copy, file, passphrase);
    stores.push(backup);
    const restored = openStore({ dataDir: join(folder, 'restored') });
    stores.push(restored);
    const held = await move(backup, restored);
    const faults = (await checkData(restored)).flatMap((result) => result.faults);
    if (faults.length > 0)
      throw new BackupError(`${file}, restored, is not whole: ${faults.slice(0, 3).join('; ')}.`);
    return held;
  } finally {
    for (const store of stores) await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}
