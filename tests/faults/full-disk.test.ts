import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { openStore } from '#server/store/open.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { limitFileSize } from '#tests/helpers/file-limit.ts';
import { type Portal, startPortal } from '#tests/helpers/portal.ts';
import { administer, databaseName } from '#tests/helpers/postgres-database.ts';
import { startPostgres } from '#tests/helpers/postgres-server.ts';
import { registerRemotely } from '#tests/helpers/remote-visitor.ts';
import { skipBecause } from '#tests/helpers/skip.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { startWriteLoad, type WriteLoad } from '#tests/helpers/write-load.ts';

/** FIGURES 14: nothing can be written for a while, in the middle of people writing. */

const execute = promisify(execFile);

/** Waits until writes are refused, and gives them a while of that. */
async function untilRefused({ statuses }: WriteLoad): Promise<void> {
  const before = statuses.get(503) ?? 0;
  const deadline = Date.now() + 60_000;
  while ((statuses.get(503) ?? 0) < before + 10) {
    if (Date.now() > deadline) throw new Error(`no write was refused: ${JSON.stringify([...statuses])}`);
    await wait(10);
  }
}

/** Fails writes by `fail`, which answers how to end that, under load; then all is as it should be. */
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
  // By itself: nobody restarts anything.
  await load.untilAllWrite();
  await load.stop();
  expect(load.statusesBeside(503)).toEqual([]);
  const store = openStore(portal);
  try {
    await load.expectNothingLost(store);
  } finally {
    await store.close();
  }
}

it('a disk that takes no writes costs answers of 503 only, leaves no half state, and is over when it is over', async () => {
  const portal = await openTestPortal('sqlite', { RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' });
  await throughAFault(portal, () => limitFileSize(portal.pid(), 0));
});

it('a disk that fills up in the middle of writes does so too', async () => {
  const portal = await openTestPortal('sqlite', { RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' });
  await throughAFault(portal, async () => {
    const { size } = await stat(join(portal.dataDir, 'portal.sqlite-wal'));
    // A write or two still fit in, and the one after them does in part.
    return limitFileSize(portal.pid(), size + 20_000);
  });
});

/** A disk of its own in memory, as long as the test goes on; null where this user may not mount one. */
async function mountSmallDisk(megabytes: number, owner = ''): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'sdc-small-disk-'));
  cleanUpAfterwards(() => rm(folder, { recursive: true, force: true }));
  const options = `size=${megabytes}m${owner}`;
  const mounted = await execute('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).catch(() => null);
  if (!mounted) return null;
  cleanUpAfterwards(async () => void (await execute('umount', ['-l', folder])));
  return folder;
}

/** Leaves no room on a disk. @returns how to give it back */
async function fillUp(folder: string): Promise<() => Promise<void>> {
  const filler = join(folder, 'filler');
  const { bavail, bsize } = await statfs(folder);
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {});
  return () => rm(filler, { force: true });
}

it('a small disk that others have filled does so too', async (context) => {
  const folder = await mountSmallDisk(16);
  if (!folder)
    return skipBecause(
      context,
      'this user may not mount a small disk; the tests above fail the writes in another way',
    );
  const portal = await openTestPortal('sqlite', { RATE_LIMIT: 'off', LOG_LEVEL: 'fatal', DATA_DIR: folder });
  await throughAFault({ ...portal, dataDir: folder }, () => fillUp(folder));
});

it('a PostgreSQL that becomes read-only does so too', async () => {
  const postgres = inject('postgresUrl');
  const portal = await openTestPortal('postgres', { RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' });
  const name = databaseName(String(portal.databaseUrl));
  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    await administer(postgres, `alter database ${name} set default_transaction_read_only = ${value}`);
    // For those who are connected already it stays as it was.
    await administer(
      postgres,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  }
  await throughAFault(portal, async () => {
    await setReadOnly('on');
    return () => setReadOnly('off');
  });
});

it('a PostgreSQL whose disk is full does so too', async (context) => {
  const uid = await execute('id', ['-u', 'postgres']).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
  const folder = uid && (await mountSmallDisk(64, `,mode=0700,uid=${uid}`));
  if (!folder)
    return skipBecause(
      context,
      'this user may not mount a small disk; the test above refuses the writes in another way',
    );
  const postgres = await startPostgres();
  cleanUpAfterwards(() => postgres.stop());
  const portal = await startPortal({
    engine: 'postgres',
    postgresUrl: postgres.url,
    env: { RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' },
  });
  cleanUpAfterwards(portal.discard);
  await portal.stop();
  await administer(postgres.url, `create tablespace small location '${folder}'`);
  await administer(
    postgres.url,
    `alter database ${databaseName(String(portal.databaseUrl))} set tablespace small`,
  );
  await portal.restart();
  await throughAFault(portal, () => fillUp(folder));
});
