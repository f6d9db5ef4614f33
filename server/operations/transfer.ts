import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';
import { differences, type Fingerprint, fingerprint, replaceAll } from '#server/store/copy.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { takeBackup } from './backup.ts';
import { checkData } from './check.ts';

/** A copy was refused or came out different; the target is as it was. */
export class TransferError extends OperatorError {
  override name = 'TransferError';
}

/**
 * Copies a whole portal into an empty one of either engine, in one transaction, and compares both row by row
 * before it commits. Throws TransferError, with nothing changed, if the target is in use or anything differs.
 * @returns what was copied
 */
export async function move(source: Store, target: Store): Promise<Fingerprint> {
  await migrate(target);
  const used = await target.db.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (used) throw new TransferError('the target holds accounts already: give an empty database');
  return copyWhole(source, target);
}

/**
 * Replaces everything by what a backup holds. The backup is checked first, and what was there before is kept
 * beside the other backups. Throws TransferError, with nothing changed, for a file that is not whole.
 * @returns where the data from before are, and what was restored
 */
export async function restore(
  target: Store,
  file: string,
  backupFolder: string,
): Promise<{ before: string; restored: Fingerprint }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-restore-'));
  try {
    const source = await openChecked(folder, file);
    const before = await takeBackup(target, backupFolder);
    const restored = await copyWhole(source, target);
    await source.close();
    return { before, restored };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openChecked(folder: string, file: string): Promise<Store> {
  try {
    // A copy: bringing an older backup up to date must not change the backup.
    await copyFile(file, join(folder, 'portal.sqlite'));
    const source = openStore({ dataDir: folder });
    await migrate(source);
    const faults = (await checkData(source)).flatMap((result) => result.faults);
    if (faults.length > 0) throw new Error(faults.join('; '));
    return source;
  } catch (error) {
    throw new TransferError(
      `${file} is not a whole backup: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    );
  }
}

async function copyWhole(source: Store, target: Store): Promise<Fingerprint> {
  return source.snapshot((from) =>
    target.exclusiveTransaction(async (trx) => {
      const wanted = await replaceAll(from, target, trx);
      const apart = differences(wanted, await fingerprint(trx));
      if (apart.length > 0)
        throw new TransferError(`the copy differs in ${apart.join(', ')}: nothing was changed`);
      return wanted;
    }),
  );
}
