import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { HealthProblems } from '#domain/admin.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { freshDatabase } from '#tests/helpers/engines.ts';
import { limitFileSize } from '#tests/helpers/file-limit.ts';
import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { placeVariables, runPortal } from '#tests/helpers/portal-command.ts';
import { administer, databaseName } from '#tests/helpers/postgres-database.ts';
import { startPostgres } from '#tests/helpers/postgres-server.ts';
import { administratorRemotely, registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { sharedPostgres } from '#tests/helpers/shared-postgres.ts';
import { skipBecause } from '#tests/helpers/skip.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { seedMembers } from '../../scripts/seed-members.ts';
import { startWriteLoad, type WriteLoad } from './write-load.ts';

/** The disk accepts no writes for a while, under write load. */

const execute = promisify(execFile);
const quiet = { RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' };

/** Waits until writes are refused, and then a little longer. */
async function untilRefused({ statuses }: WriteLoad): Promise<void> {
  const refused = () => statuses.get(503) ?? 0;
  const before = refused();
  await expect.poll(refused).toBeGreaterThan(before + 10);
}

/** Makes writes fail under load through `fail`, which returns a function that ends it, and checks the recovery. */
async function throughAFault(portal: Portal, fail: () => Promise<() => Promise<void>>): Promise<void> {
  const reader = await registerRemotely(portal.url);
  const load = await startWriteLoad({ urls: [portal.url], origin: portal.url });
  await load.untilAllWrite();
  const mend = await fail();
  try {
    await untilRefused(load);
    expect((await reader.send('GET', '/api/health')).status).toBe(200);
    await expect.poll(async () => (await reader.send('GET', '/api/me')).status).toBe(200);
  } finally {
    await mend();
  }
  // Recovers without a restart.
  await load.untilAllWrite();
  await load.stop();
  expect(load.statusesBeside(503)).toEqual([]);
  await withStore(portal, load.expectNothingLost);
}

it.each([
  ['accepts no writes', () => 0],
  // One or two writes still fit, and the next one only in part.
  ['fills up during writes', (log: number) => log + 20_000],
])(
  'a disk that %s causes only 503 responses, leaves no partial state, and needs no restart',
  async (_name, limit) => {
    const portal = await openTestPortal('sqlite', quiet);
    await throughAFault(portal, async () => {
      const { size } = await stat(join(portal.dataDir, 'portal.sqlite-wal'));
      return limitFileSize(portal.pid(), limit(size));
    });
  },
);

it('a disk that accepts no writes is a problem on the administrator’s dashboard until it does again', async () => {
  const portal = await openTestPortal('sqlite', quiet);
  const administrator = await administratorRemotely(portal, portal.url);
  const saving = async () => {
    const { status, body } = await administrator.send('GET', '/api/diagnostics/problems');
    expect(status).toBe(200);
    return (body as HealthProblems).problems.filter(({ label }) => label === 'Saving');
  };
  expect(await saving()).toEqual([]);
  const mend = await limitFileSize(portal.pid(), 0);
  expect(await saving()).toEqual([{ group: 'Database', label: 'Saving', value: 'Fails' }]);
  await mend();
  await expect.poll(saving).toEqual([]);
});

/** A separate disk of which the kernel can be told that it is broken, as after a failure of the hardware; null if this user may not. */
async function mountBreakableDisk() {
  const place = await mkdtemp(join(tmpdir(), 'sdc-broken-disk-'));
  cleanUpAfterwards(() => rm(place, { recursive: true, force: true }));
  const [image, folder] = [join(place, 'image'), join(place, 'disk')];
  await writeFile(image, '');
  await truncate(image, 64 * 1024 * 1024);
  await mkdir(folder);
  const mount = () => execute('mount', ['-o', 'loop,errors=remount-ro', image, folder]);
  const mounted = await execute('mkfs.ext4', ['-q', image])
    .then(mount)
    .catch(() => null);
  if (!mounted) return null;
  cleanUpAfterwards(async () => void (await execute('umount', ['-l', folder])));
  const { stdout } = await execute('findmnt', ['-no', 'SOURCE', folder]);
  return {
    folder,
    breakDown: () => writeFile(`/sys/fs/ext4/${basename(stdout.trim())}/trigger_fs_error`, '1'),
    async mountAgain() {
      await execute('umount', [folder]);
      await mount();
    },
  };
}

it('a disk that the kernel makes read-only causes only 503 responses, and keeps what was acknowledged', async (context) => {
  const disk = await mountBreakableDisk();
  // The tests above refuse the writes in another way.
  if (!disk) return skipBecause(context, 'this user may not mount a disk that breaks');
  const portal = await openTestPortal('sqlite', { ...quiet, DATA_DIR: disk.folder });
  const reader = await registerRemotely(portal.url);
  const load = await startWriteLoad({ urls: [portal.url], origin: portal.url });
  await load.untilAllWrite();
  await disk.breakDown();
  await untilRefused(load);
  expect((await reader.send('GET', '/api/me')).status).toBe(200);
  expect((await reader.send('GET', '/dashboard')).status).toBe(200);
  expect(load.statusesBeside(503)).toEqual([]);
  // Linux makes such a disk writable by a new mount alone.
  await portal.stop();
  await disk.mountAgain();
  await portal.restart();
  await load.untilAllWrite();
  await load.stop();
  await withStore({ dataDir: disk.folder }, load.expectNothingLost);
  await portal.stop();
});

/** A separate disk in memory until the end of the test; null if this user may not mount one. */
async function mountSmallDisk(megabytes: number, owner = ''): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'sdc-small-disk-'));
  cleanUpAfterwards(() => rm(folder, { recursive: true, force: true }));
  const options = `size=${megabytes}m${owner}`;
  const mounted = await execute('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).catch(() => null);
  if (!mounted) return null;
  cleanUpAfterwards(async () => void (await execute('umount', ['-l', folder])));
  return folder;
}

/** Fills a disk. @returns a function that frees the space */
async function fillUp(folder: string): Promise<() => Promise<void>> {
  const filler = join(folder, 'filler');
  const { bavail, bsize } = await statfs(folder);
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {});
  return () => rm(filler, { force: true });
}

it.for([{}, { BACKUP_PASSPHRASE: 'correct horse battery' }])(
  'a backup to a full disk fails with one line, leaves nothing there, and the portal is intact (%o)',
  async (encryption, context) => {
    const folder = await mountSmallDisk(1);
    if (!folder) return skipBecause(context, 'this user may not mount a small disk');
    const place = await freshDatabase('sqlite');
    await withStore(place, (store) => seedMembers(store, 500));
    const env = { ...placeVariables(place), ...encryption };
    const { code, err } = await runPortal(['backup', '--to', folder], env);
    expect(code).toBe(1);
    expect(err).toMatch(/^Portal: [^\n]+\n[^\n]+the disk is full; make room and try again\.\n$/);
    expect(await readdir(folder)).toEqual([]);
    expect((await runPortal(['check'], env)).code).toBe(0);
  },
);

it('a restore without room for its temporary files fails with one line, and changes nothing', async (context) => {
  const folder = await mountSmallDisk(16);
  if (!folder) return skipBecause(context, 'this user may not mount a small disk');
  const other = await freshDatabase('sqlite');
  await withStore(other, (store) => seedMembers(store, 20));
  const file = (await runPortal(['backup'], placeVariables(other))).out.trim();
  const place = await freshDatabase('sqlite');
  await cp(place.dataDir, folder, { recursive: true });
  const env = { DATA_DIR: folder };
  expect((await runPortal(['seed', '--members', '3'], env)).code).toBe(0);
  const free = await fillUp(folder);
  const { code, out, err } = await runPortal(['restore', file], env);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^Portal: [^\n]+\n[^\n]+the disk is full; make room and try again\.\n$/);
  await free();
  const check = await runPortal(['check'], env);
  // The disk itself is too small to be called good.
  expect(check.err).toContain(', 3 members');
  expect(check.out).toContain('ok    every record matches its changes');
  expect(await readdir(folder)).not.toContain('scratch');
});

it('a portal with too many open files answers again once some are closed, and loses nothing', async () => {
  const portal = await openTestPortal('sqlite', quiet);
  const member = await registerRemotely(portal.url);
  const open = (await readdir(`/proc/${portal.pid()}/fd`)).length;
  await execute('prlimit', ['--pid', String(portal.pid()), `--nofile=${open + 8}:`]);
  const { hostname, port } = new URL(portal.url);
  const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname).on('error', () => {}));
  const newConnection = () =>
    new Promise((done) => {
      get(`${portal.url}/api/health`, { agent: false }, ({ statusCode }) => done(statusCode)).on(
        'error',
        () => done('none'),
      );
    });
  await expect.poll(newConnection, { timeout: 30_000 }).toBe('none');
  expect((await member.send('GET', '/api/me')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(newConnection, { timeout: 30_000 }).toBe(200);
  const { fullName } = member.registration;
  expect((await member.send('GET', '/api/me')).body).toMatchObject({ fullName });
});

it('so does a PostgreSQL server that becomes read-only', async () => {
  const postgres = (await sharedPostgres()).url;
  const portal = await openTestPortal('postgres', quiet);
  const name = databaseName(String(portal.databaseUrl));
  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    await administer(postgres, `alter database ${name} set default_transaction_read_only = ${value}`);
    // Existing connections keep the former setting.
    const ofDatabase = `from pg_stat_activity where datname = '${name}'`;
    await administer(postgres, `select pg_terminate_backend(pid) ${ofDatabase}`);
  }
  await throughAFault(portal, async () => {
    await setReadOnly('on');
    return () => setReadOnly('off');
  });
});

it('so does a PostgreSQL server whose disk is full', async (context) => {
  const user = await execute('id', ['-u', 'postgres']).catch(() => null);
  const folder = user && (await mountSmallDisk(64, `,mode=0700,uid=${user.stdout.trim()}`));
  // The test above refuses the writes in another way.
  if (!folder) return skipBecause(context, 'this user may not mount a small disk');
  const postgres = await startPostgres();
  cleanUpAfterwards(() => postgres.stop());
  const portal = await startPortal({ postgresUrl: postgres.url, env: quiet });
  cleanUpAfterwards(portal.discard);
  await portal.stop();
  const name = databaseName(String(portal.databaseUrl));
  await administer(postgres.url, `create tablespace small location '${folder}'`);
  await administer(postgres.url, `alter database ${name} set tablespace small`);
  await portal.restart();
  await throughAFault(portal, () => fillUp(folder));
});
