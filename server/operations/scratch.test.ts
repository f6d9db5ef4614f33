import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshDatabase } from '#tests/helpers/engines.ts';
import { runPortal } from '#tests/helpers/portal-command.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { sweepScratch, withScratch } from './scratch.ts';

/** The decrypted data that a killed command has left. */
async function addLeftover(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'scratch', 'work-killed');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'portal.sqlite'), 'decrypted');
  return folder;
}

it('the temporary files of a command are removed when it ends, also after an error', async () => {
  const { dataDir } = await freshDatabase('sqlite');
  const used = await withScratch(dataDir, async (folder) => {
    await writeFile(join(folder, 'plain'), 'decrypted');
    return folder;
  });
  expect(existsSync(used)).toBe(false);
  const failing = withScratch(dataDir, async (folder) => {
    await writeFile(join(folder, 'plain'), 'decrypted');
    throw new Error('a full disk');
  });
  await expect(failing).rejects.toThrow('a full disk');
  expect(await readdir(join(dataDir, 'scratch'))).toEqual([]);
});

it('the temporary files of a killed command are removed by the next command', async () => {
  const { dataDir } = await freshDatabase('sqlite');
  const leftover = await addLeftover(dataDir);
  expect((await runPortal(['export'], { DATA_DIR: dataDir })).code).toBe(0);
  expect(existsSync(leftover)).toBe(false);
});

it('the temporary files of a killed command are removed by the next start', async () => {
  const portal = await openTestPortal('sqlite');
  await portal.kill9();
  const leftover = await addLeftover(portal.dataDir);
  await portal.restart();
  expect(existsSync(leftover)).toBe(false);
});

it('the temporary files of a running command stay, and are removed once no command runs', async () => {
  const { dataDir } = await freshDatabase('sqlite');
  const leftover = await addLeftover(dataDir);
  await withScratch(dataDir, async (folder) => {
    await sweepScratch(dataDir);
    expect(existsSync(folder)).toBe(true);
  });
  await sweepScratch(dataDir);
  expect(existsSync(leftover)).toBe(false);
});
