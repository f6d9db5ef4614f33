import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { findChromium, findPostgres, findProgram, findTestBrowser } from './system-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'sdc-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with only these programs. */
function folderWith(...programs: string[]): string {
  const made = mkdtempSync(join(folder, 'bin-'));
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

it.each(['chromium', 'chromium-browser', 'google-chrome'])('finds Chromium as %s', (name) => {
  const path = folderWith(name);
  vi.stubEnv('PATH', path);
  expect(findChromium()).toBe(join(path, name));
});

it('takes neither a folder nor a file that cannot be executed for a program', () => {
  const path = folderWith();
  mkdirSync(join(path, 'nginx'));
  writeFileSync(join(path, 'haproxy'), '', { mode: 0o644 });
  vi.stubEnv('PATH', path);
  expect(findProgram('nginx')).not.toBe(join(path, 'nginx'));
  expect(findProgram('haproxy')).not.toBe(join(path, 'haproxy'));
});

it('tests in the headless shell where there is one, but in CHROMIUM_PATH before any other', () => {
  const path = folderWith('chromium', 'chromium-headless-shell');
  vi.stubEnv('PATH', path);
  expect(findTestBrowser()).toBe(join(path, 'chromium-headless-shell'));
  vi.stubEnv('CHROMIUM_PATH', join(path, 'chromium'));
  expect(findTestBrowser()).toBe(join(path, 'chromium'));
});

it('prefers PG_BIN to every other PostgreSQL, and does not ignore a wrong one', () => {
  const bin = folderWith('initdb', 'pg_ctl', 'postgres');
  vi.stubEnv('PG_BIN', bin);
  expect(findPostgres()).toBe(bin);
  vi.stubEnv('PG_BIN', folderWith('psql'));
  expect(findPostgres()).toBeUndefined();
});
