import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupInto } from '#server/store/backup.ts';
import type { Store } from '#server/store/open.ts';

const pattern = /^portal-[\dTZ-]+\.sqlite$/;

/**
 * Takes a consistent copy of a running portal, named by the time in UTC.
 * @returns the new file
 */
export async function takeBackup(store: Store, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `portal-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`);
  await backupInto(store, file);
  return file;
}

/** Removes all backups in `folder` but the `keep` newest ones. */
export async function pruneBackups(folder: string, keep: number): Promise<void> {
  for (const name of (await backups(folder)).slice(keep)) await rm(join(folder, name));
}

/** Names of the backups in `folder`, newest first; none if there is no such folder. */
export async function backups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => pattern.test(name))
    .sort()
    .reverse();
}
