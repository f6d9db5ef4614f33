import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readConfig } from '#server/config/config.ts';
import { takeBackup } from '#server/operations/backup.ts';
import { openStore } from '#server/store/open.ts';
import packageFile from '../package.json' with { type: 'json' };
import { makeDemo } from './demo-season.ts';
import { root } from './run-command.ts';

/*
 * Writes a backup of the demo as the data of this release, which every later one has to take over
 * (tests/releases/releases.test.ts). A step of making a release (CONTRIBUTING.md).
 */
const file = join(root, 'tests', 'releases', `${packageFile.version}.sqlite.gz`);
if (existsSync(file)) throw new Error(`${file} exists: a release's data is never replaced.`);
const dataDir = mkdtempSync(join(tmpdir(), 'sdc-portal-release-'));
try {
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a password of the demo', DEMO: 'on' });
  await makeDemo(config);
  const store = openStore(config);
  const backup = await takeBackup(store, join(dataDir, 'backups')).finally(() => store.close());
  writeFileSync(file, gzipSync(readFileSync(backup), { level: 9 }));
  console.log(`Wrote ${file}`);
} finally {
  rmSync(dataDir, { recursive: true });
}
