import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';

const execute = promisify(execFile);

it('a package that wants a newer Node does not bury the result of `npm install` under warnings', async () => {
  const folder = await mkdtemp(join(inject('scratchFolder'), 'install-'));
  await mkdir(join(folder, 'newer'));
  const newer = { name: 'newer', version: '1.0.0', engines: { node: '>=999' } };
  await writeFile(join(folder, 'newer/package.json'), JSON.stringify(newer));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies: { newer: 'file:newer' } }));
  // Without what an `npm test` around this one sets.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const install = () =>
    execute('npm', ['install', '--offline', '--no-audit', '--no-package-lock'], { cwd: folder, env });

  expect((await install()).stderr).toContain('EBADENGINE');
  await copyFile(join(import.meta.dirname, '../.npmrc'), join(folder, '.npmrc'));
  expect((await install()).stderr).toBe('');
});
