import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/store/migrate.ts';
import { setGuard } from '#tests/helpers/guard.ts';
import { withStore } from '#tests/helpers/with-store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for the files of this test run; removed after it. */
    scratchFolder: string;
    /** The data folder with a migrated, empty SQLite file that `freshDatabase('sqlite')` copies. */
    sqliteTemplate: string;
  }
}

/** Vitest's global set-up: a folder for the run's files, and in it a migrated SQLite file to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratchFolder = await mkdtemp(join(tmpdir(), 'sdc-tests-'));
  const dismissGuard = setGuard('rm -rf "$1"', [scratchFolder]);
  const sqliteTemplate = join(scratchFolder, 'template');
  await withStore({ dataDir: sqliteTemplate }, migrate);
  project.provide('scratchFolder', scratchFolder);
  project.provide('sqliteTemplate', sqliteTemplate);
  return async () => {
    await rm(scratchFolder, { recursive: true, force: true });
    dismissGuard();
  };
}
