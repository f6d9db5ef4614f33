import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { newFolder } from '#tests/helpers/scratch.ts';
import { ownSecret } from './portal-secret.ts';

vi.mock(import('node:fs'), async (original) => ({
  ...(await original()),
  linkSync: () => {
    throw Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' });
  },
}));

it('a secret is made on a file system without hard links', async () => {
  const folder = await newFolder();
  const secret = ownSecret(folder);
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe(secret);
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  expect(ownSecret(folder)).toBe(secret);
});
