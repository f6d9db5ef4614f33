import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { takeBackup } from '#server/operations/backup.ts';
import { type DatabasePlace, describeEachEngine, freshDatabase } from '#tests/helpers/engines.ts';
import {
  placeVariables,
  runPortal,
  runPortalProgram,
  startPortalCommand,
} from '#tests/helpers/portal-command.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { seedMembers } from '../../scripts/seed-members.ts';
import { readableFiles } from './readable-files.ts';

vi.setConfig({ testTimeout: 240_000 });

function seed(place: DatabasePlace, members: number): Promise<void> {
  return withStore(place, (store) => seedMembers(store, members));
}

/** @returns the new backup, where the command would put it */
function backUp(place: DatabasePlace): Promise<string> {
  return withStore(place, (store) => takeBackup(store, join(place.dataDir, 'backups')));
}

/** A portal after a power cut: 12 members in a backup and in the database, and more of which only its log has. */
async function endedPortal({ more = 0 } = {}) {
  const portal = await openTestPortal('sqlite');
  const file = join(portal.dataDir, 'portal.sqlite');
  await seed(portal, 12);
  const backup = await backUp(portal);
  if (more > 0) {
    emptyLog(file);
    await seed(portal, more);
  }
  await portal.kill9();
  return { portal, backup, env: placeVariables(portal), file };
}

async function overwrite(file: string, at: number, bytes: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(bytes, 0xa5), 0, bytes, at);
  await handle.close();
}

/** Writes the pages of the write-ahead log into the database. */
function emptyLog(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

describe('docs/operations.md, "Repair": check names the damage, restore brings back the backup', () => {
  it.each([
    ['header', [0, 100], /portal\.sqlite: it is not a SQLite database, or its beginning is damaged/],
    ['page', [3 * 4096, 4 * 4096], /portal\.sqlite: it is damaged \(.+\)/],
  ] as const)('a damaged %s', async (_name, [at, bytes], seen) => {
    // Pages in the write-ahead log would hide the damage to the file.
    const { portal, backup, env, file } = await endedPortal();
    emptyLog(file);
    await overwrite(file, at, bytes);

    const check = await runPortal(['check'], env);
    expect(check.code).toBe(1);
    expect(check.out).toMatch(seen);
    expect(check.out).toContain(`npm run portal -- restore ${backup}`);
    expect(check.err).toBe('');

    const restore = await runPortal(['restore', backup], env);
    expect(restore).toMatchObject({ code: 0, out: expect.stringContaining('Restored 12 members') });
    const kept = /The previous data: (\S+)/.exec(restore.out)?.[1] ?? '';
    expect(await readdir(kept)).toContain('portal.sqlite');
    expect((await runPortal(['check'], env)).code).toBe(0);
    await portal.restart();
  });
});

describe('a write-ahead log', () => {
  const portalWithLog = () => endedPortal({ more: 5 });

  it('of a replaced file is kept beside it, and does not bring its rows into the restored one', async () => {
    const { portal, backup, file, env } = await portalWithLog();
    await overwrite(file, 3 * 4096, (await stat(file)).size - 3 * 4096);
    const restore = await runPortal(['restore', backup], env);
    expect(restore).toMatchObject({ code: 0, out: expect.stringContaining('Restored 12 members') });
    const kept = /The previous data: (\S+)/.exec(restore.out)?.[1] ?? '';
    expect(await readdir(kept)).toEqual(expect.arrayContaining(['portal.sqlite', 'portal.sqlite-wal']));
    await portal.restart();
    const check = await runPortal(['check'], env);
    expect(check.err).toContain(', 12 members');
    expect(check.out).not.toContain('FAIL');
  });

  it('of a replaced file that was kept is restored with it', async () => {
    const { file } = await portalWithLog();
    const other = await freshDatabase('sqlite');
    const { out } = await runPortal(['restore', file], placeVariables(other));
    expect(out).toContain('Restored 17 members');
  });

  it.each([
    ['before the first file was moved', []],
    ['between the file and its log', ['portal.sqlite']],
    ['before the new file was put in place', ['portal.sqlite', 'portal.sqlite-wal', 'portal.sqlite-shm']],
  ])('and its file are replaced by the next command if a restore was killed %s', async (_when, moved) => {
    const { backup, file, env, portal } = await portalWithLog();
    const folder = join(portal.dataDir, 'replaced-2026-09-01-killed');
    await mkdir(folder);
    await copyFile(backup, join(folder, 'next.sqlite'));
    for (const name of moved) await rename(join(portal.dataDir, name), join(folder, name));
    const { out, err } = await runPortal(['check'], env);
    expect(err).toContain(', 12 members');
    expect(out).not.toContain('FAIL');
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['portal.sqlite', 'portal.sqlite-wal']));
    expect(existsSync(`${file}-wal`)).toBe(false);
    await portal.restart();
  });
});

describeEachEngine('restore', (engine) => {
  it('refuses a file that is not a complete backup, says why, and changes nothing', async () => {
    const place = await freshDatabase(engine);
    const folder = place.dataDir;
    await writeFile(join(folder, 'empty'), '');
    await writeFile(join(folder, 'text'), 'Dear members, '.repeat(100));
    const foreign = new DatabaseSync(join(folder, 'foreign'));
    foreign.exec('create table songs (title text)');
    foreign.close();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const [name, seen] of [
      ['empty', /it is empty/],
      ['text', /it is not a SQLite database/],
      ['foreign', /it is a SQLite database, but not a portal's/],
      ['missing', /there is no such file/],
      ['.', /it is not a file/],
      ['pipe', /it is not a file/],
    ] as const) {
      const { code, out, err } = await runPortal(['restore', join(folder, name)], placeVariables(place));
      expect({ name, code, out }).toEqual({ name, code: 1, out: '' });
      expect(err).toMatch(seen);
      expect(err.trim().split('\n')).toHaveLength(2);
    }
    expect((await runPortal(['check'], placeVariables(place))).out).not.toContain('FAIL');
  });
});

describeEachEngine('the running portal', (engine) => {
  it('holds its data against restore and move until it ends, in whatever way', async () => {
    const portal = await openTestPortal(engine);
    const env = placeVariables(portal);
    const backup = await backUp(portal);
    const target = join(portal.dataDir, 'target');
    for (const args of [
      ['restore', backup],
      ['move', '--to', `sqlite:${target}`],
    ]) {
      const { code, out, err } = await runPortalProgram(args, env);
      expect({ args, code, out }).toEqual({ args, code: 1, out: '' });
      expect(err).toMatch(/The portal is running on these data\. Stop every process of it first/);
    }
    expect(existsSync(target)).toBe(false);
    await portal.kill9();
    await expect.poll(async () => (await runPortalProgram(['restore', backup], env)).code).toBe(0);
  });
});

describe('a backup', () => {
  it('is passed to a command, and its exit code is returned', async () => {
    const place = await freshDatabase('sqlite');
    const copy = join(place.dataDir, 'copy.sqlite');
    const taken = await runPortal(['backup', '--then', `cp "$BACKUP_FILE" ${copy}`], placeVariables(place));
    expect(taken.code).toBe(0);
    expect(await readFile(copy)).toEqual(await readFile(taken.out.trim()));
    expect((await stat(taken.out.trim())).mode & 0o777).toBe(0o600);
    const failed = await runPortal(['backup'], { ...placeVariables(place), BACKUP_THEN: 'exit 7' });
    expect(failed.code).toBe(7);
    expect(failed.err).toContain('ended with exit code 7; the backup itself is whole');
  });

  it('can be verified: restored into a scratch folder and compared', async () => {
    const place = await freshDatabase('sqlite');
    const env = placeVariables(place);
    await seed(place, 5);
    const file = await backUp(place);
    const whole = await runPortal(['backup', 'verify'], env);
    expect(whole.code).toBe(0);
    expect(whole.out).toContain('compared: 5 members and 5 changes');
    await overwrite(file, 4096 * 3, 4096 * 3);
    const damaged = await runPortal(['backup', 'verify'], env);
    expect(damaged.code).toBe(1);
    expect(damaged.err).toContain(`${file} is not a complete backup: it is damaged`);
  });

  it('can be encrypted, and restores with the passphrase alone', async () => {
    const place = await freshDatabase('sqlite');
    const plain = placeVariables(place);
    const env = { ...plain, BACKUP_PASSPHRASE: 'correct horse battery' };
    await seed(place, 5);
    const file = (await runPortal(['backup'], env)).out.trim();
    expect(file).toMatch(/\.sqlite\.enc$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(file);
    expect(bytes.includes('SQLite format')).toBe(false);
    expect(bytes.includes('@seed.example')).toBe(false);
    expect((await readdir(place.dataDir)).filter((name) => name.startsWith('.'))).toEqual([]);

    expect((await runPortal(['restore', file], plain)).err).toContain('is encrypted: set BACKUP_PASSPHRASE');
    const wrong = await runPortal(['restore', file], { ...plain, BACKUP_PASSPHRASE: 'another passphrase' });
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain('BACKUP_PASSPHRASE is not the one');
    expect((await runPortal(['backup', 'verify', file], env)).code).toBe(0);
    const restored = await runPortal(['restore', file], env);
    expect(restored.out).toContain('Restored 5 members');
    expect(restored.out).toMatch(/The previous data: \S+\.sqlite\.enc\n/);
    expect((await runPortal(['season', 'end', '--members', '5'], env)).code).toBe(0);
    expect(await readableFiles(place.dataDir)).toEqual([]);
  });

  it('that fails does not prevent later ones, of which the newest are kept, and shows on the health page', async () => {
    const place = await freshDatabase('sqlite');
    const env = placeVariables(place);
    const noPortal = { ...env, DATA_DIR: join(place.dataDir, 'none') };
    const early = startPortalCommand(['backup', '--every', '1h'], noPortal);
    const marker = join(place.dataDir, 'good');
    const words = ['backup', '--every', '1s', '--keep', '2', '--then', `test -e ${marker}`];
    const { child, ended } = startPortalCommand(words, env);
    const health = async () => (await runPortal(['check'], env)).out;
    await expect.poll(health, { timeout: 120_000 }).toMatch(/FAIL {2}Last backup: Failed/);
    await writeFile(marker, '');
    await expect.poll(health, { timeout: 120_000 }).toMatch(/ok {4}Last backup/);
    child.kill('SIGTERM');
    const { code, out, err } = await ended;
    expect(code).toBe(0);
    const made = out.match(/portal-\S+\.sqlite/g) ?? [];
    expect((await readdir(join(place.dataDir, 'backups'))).toSorted()).toEqual(made.slice(-2));
    expect(err).toMatch(/^\d{4}-\S+Z backup failed: The command after the backup ended with exit code 1/m);
    // Without a portal yet, none is made; it is tried again soon.
    early.child.kill('SIGTERM');
    expect((await early.ended).err).toContain('The next one is made in 30 s.');
  });
});
