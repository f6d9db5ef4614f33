import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/store/migrate.ts';
import { fastFolder } from '#tests/helpers/fast-folder.ts';
import { setGuard } from '#tests/helpers/guard.ts';
import { withStore } from '#tests/helpers/with-store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for the files of this test run; removed after it. */
    scratchFolder: string;
    /** The folder for SQLite files of this test run; removed after it. */
    databaseFolder: string;
    /** The data folder with a migrated, empty SQLite file that `freshDatabase('sqlite')` copies. */
    sqliteTemplate: string;
  }
}

/** Vitest's global set-up: folders for the run's files, and a migrated SQLite file to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratchFolder = await mkdtemp(join(tmpdir(), 'sdc-tests-'));
  const databaseFolder = await mkdtemp(join(fastFolder(), 'sdc-tests-'));
  const dismissGuard = setGuard('rm -rf "$1" "$2"', [scratchFolder, databaseFolder]);
  const sqliteTemplate = join(databaseFolder, 'template');
  await withStore({ dataDir: sqliteTemplate }, migrate);
  project.provide('scratchFolder', scratchFolder);
  project.provide('databaseFolder', databaseFolder);
  project.provide('sqliteTemplate', sqliteTemplate);
  return async () => {
    for (const folder of [scratchFolder, databaseFolder]) await rm(folder, { recursive: true, force: true });
    dismissGuard();
  };
}
