import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestApp } from '#tests/helpers/app.ts';

const path = '/assets/part-1.js';

async function openWithFile(ageSeconds: number) {
  const portal = await openTestApp('sqlite');
  const file = join(portal.deps.client.folder, path);
  const changed = Date.now() / 1000 - ageSeconds;
  const write = async (text: string) => {
    await writeFile(file, text);
    await utimes(file, changed, changed);
  };
  await write('first');
  const read = async () => (await portal.visitor().get(path)).text;
  return { file, write, read };
}

it('a file is read once, and an open page can load it after a new build has removed it', async () => {
  const { file, read } = await openWithFile(60);
  expect(await read()).toBe('first');
  await rm(file);
  expect(await read()).toBe('first');
});

it('a file that may still be being written is read again', async () => {
  const { write, read } = await openWithFile(0);
  expect(await read()).toBe('first');
  await write('first and the rest');
  expect(await read()).toBe('first and the rest');
});

it('a missing file is found as soon as it exists', async () => {
  const { file, write, read } = await openWithFile(60);
  await rm(file);
  expect(await read()).toBe('Not found');
  await write('there');
  expect(await read()).toBe('there');
});
