import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { variableNames } from '#server/config/config-variables.ts';
import { canaries, secretsOf, shownIn } from './helpers/canaries.ts';
import { newFolder } from './helpers/scratch.ts';

const root = join(import.meta.dirname, '..');

it('holds no configured value, whatever was set while it was built', async () => {
  const folder = await newFolder();
  const values: Record<string, string> = {
    ...Object.fromEntries(variableNames.map((name) => [name, `canary-of-${name}`])),
    ...canaries,
    DATA_DIR: '/canary/data',
    DATABASE_URL: 'postgres://canary-database@127.0.0.1:1/canary',
    PORT: '61987',
  };
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
    { cwd: root, env: { PATH: process.env.PATH, NODE_ENV: 'production', ...values } },
  );

  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(html|js|css|json)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(30);
  const secrets = secretsOf(Object.values({ ...values, PORT: `:${values.PORT}` }));
  for (const file of files) {
    const shown = shownIn(await readFile(join(folder, file), 'utf8'), secrets);
    expect({ file, shown }).toEqual({ file, shown: [] });
  }
});
