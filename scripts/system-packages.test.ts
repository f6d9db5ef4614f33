import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { newFolder } from '#tests/helpers/scratch.ts';
import { findChromium, findPostgres, findProgram } from './system-packages.ts';

/** A folder with only these programs. */
async function folderWith(...programs: string[]): Promise<string> {
  const made = await newFolder();
  for (const name of programs) {
    writeFileSync(join(made, name), '');
    chmodSync(join(made, name), 0o755);
  }
  return made;
}

beforeEach(() => {
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('PG_BIN', '');
});

it.each(['chromium', 'chromium-browser', 'google-chrome'])('finds Chromium as %s', async (name) => {
  const path = await folderWith(name);
  vi.stubEnv('PATH', path);
  expect(findChromium()).toBe(join(path, name));
});

it('takes neither a folder nor a file that cannot be executed for a program', async () => {
  const path = await folderWith();
  mkdirSync(join(path, 'nginx'));
  writeFileSync(join(path, 'haproxy'), '', { mode: 0o644 });
  vi.stubEnv('PATH', path);
  expect(findProgram('nginx')).not.toBe(join(path, 'nginx'));
  expect(findProgram('haproxy')).not.toBe(join(path, 'haproxy'));
});

it('tests in the headless shell where there is one, but in CHROMIUM_PATH before any other', async () => {
  const path = await folderWith('chromium', 'chromium-headless-shell');
  vi.stubEnv('PATH', path);
  expect(findChromium()).toBe(join(path, 'chromium-headless-shell'));
  vi.stubEnv('CHROMIUM_PATH', join(path, 'chromium'));
  expect(findChromium()).toBe(join(path, 'chromium'));
});

it('prefers PG_BIN to every other PostgreSQL, and does not ignore a wrong one', async () => {
  const bin = await folderWith('initdb', 'pg_ctl', 'postgres');
  vi.stubEnv('PG_BIN', bin);
  expect(findPostgres()).toBe(bin);
  vi.stubEnv('PG_BIN', await folderWith('psql'));
  expect(findPostgres()).toBeUndefined();
});
