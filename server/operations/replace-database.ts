import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFile } from '#server/store/database-file.ts';
import { lockData } from '#server/store/presence.ts';
import { timestamp } from './backup.ts';
import type { DataLocation } from './data-location.ts';
import { sweepScratch } from './scratch.ts';

const folderPrefix = 'replaced-';
/** The new database, in the folder of the replaced one, until it has taken its place. */
const nextFile = 'next.sqlite';

/**
 * Puts a SQLite file in place of the portal's. The replaced file is kept with its write-ahead log, which SQLite would apply
 * to any file in its place. Once the new file is in the folder, every start and command finishes the replacement.
 * @returns the folder that contains the replaced files
 */
export async function replaceDatabase(dataDir: string, file: string): Promise<string> {
  const folder = await mkdtemp(join(dataDir, `${folderPrefix}${timestamp()}-`));
  await rename(file, join(folder, nextFile));
  await finishReplacements(dataDir);
  return folder;
}

async function finishReplacements(dataDir: string): Promise<void> {
  for (const folder of unfinishedReplacements(dataDir)) {
    for (const ending of ['', '-wal', '-shm']) {
      const file = `${databaseFile(dataDir)}${ending}`;
      if (existsSync(file)) await rename(file, `${databaseFile(folder)}${ending}`);
    }
    await rename(join(folder, nextFile), databaseFile(dataDir));
  }
}

function unfinishedReplacements(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith(folderPrefix) && existsSync(join(dataDir, name, nextFile)))
    .map((name) => join(dataDir, name));
}

/** Finishes or removes what a killed process left in DATA_DIR. Every start and command calls it first. */
export async function recoverDataDir({ dataDir, databaseUrl }: DataLocation): Promise<void> {
  if (!existsSync(dataDir)) return;
  if (!databaseUrl && unfinishedReplacements(dataDir).length > 0) {
    const hold = await lockData({ dataDir }, 'exclusive');
    await finishReplacements(dataDir).finally(hold.release);
  }
  await sweepScratch(dataDir);
}
