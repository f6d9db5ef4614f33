import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backupList, backupMessages } from '#domain/backups.ts';
import { readState } from '#server/store/portal-state.ts';
import { openTestApp, registerPerson, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { pruneBackups } from './backup.ts';
import { passphraseCost } from './encryption.ts';
import { backUpIfDue } from './own-backups.ts';
import { verifyBackup } from './verify-backup.ts';

const day = 24 * 60 * 60 * 1000;
const passphrase = 'correct horse battery';
/** Of the thread that makes the backups, which no setup of the tests reaches. */
const realCost = { N: 2 ** 17 };

function folderOf(portal: TestApp): string {
  return join(portal.deps.config.dataDir, 'backups');
}

describeEachEngine('the portal’s own backups', (engine) => {
  it('are made once a day by one process, and verified each week', async () => {
    const portal = await openTestApp(engine);
    const { deps, store } = portal;
    const count = async () => (await readdir(folderOf(portal))).length;
    const start = Date.now();
    await Promise.all([backUpIfDue(deps, start), backUpIfDue(deps, start)]);
    expect(await count()).toBe(1);
    const first = await readState(store.db, 'verified');
    expect(first).toMatchObject({ fault: null, file: (await readdir(folderOf(portal)))[0] });
    await backUpIfDue(deps, start + day - 1);
    expect(await count()).toBe(1);
    await backUpIfDue(deps, start + day);
    expect(await count()).toBe(2);
    expect(await readState(store.db, 'verified')).toEqual(first);
    await backUpIfDue(deps, start + 7 * day);
    expect((await readState(store.db, 'verified'))?.file).not.toBe(first?.file);
    expect(await readState(store.db, 'backup')).toMatchObject({ fault: null, keptFor: 14 * day });
    expect(await portal.mails()).toEqual([]);
  });

  it('that fail are tried again each hour, and mailed to the administrator once', async () => {
    const portal = await openTestApp(engine);
    const { deps, store } = portal;
    await signInAdministrator(portal);
    const start = Date.now();
    await writeFile(folderOf(portal), 'not a folder');
    for (const hours of [0, 0.5, 1, 2]) await backUpIfDue(deps, start + (hours * day) / 24);
    const mails = await portal.mails();
    expect(mails).toMatchObject([{ to: [deps.config.adminEmail], subject: /^The backup of .+ failed$/ }]);
    expect((await readState(store.db, 'own-backups'))?.begunAt).toBe(
      new Date(start + day / 12).toISOString(),
    );
    await rm(folderOf(portal));
    await backUpIfDue(deps, start + day / 8);
    expect(await readState(store.db, 'own-backups')).toMatchObject({ mailed: false });
    expect(await portal.mails()).toHaveLength(mails.length);
  });

  it('are listed, made now, and handed out encrypted with a passphrase', async () => {
    const portal = await openTestApp(engine, { env: { BACKUP_PASSPHRASE: 'the one on the server' } });
    Object.assign(passphraseCost, realCost);
    const { config } = portal.deps;
    await registerPerson(portal);
    const lead = await signInAdministrator(portal);
    const listed = async () => backupList.parse((await lead.get('/api/admin/backups')).body);
    expect(await listed()).toEqual({
      ...{ daily: true, backups: [], fault: null, verified: null, copied: false },
    });
    const made = backupList.parse((await lead.post('/api/admin/backups', {})).body);
    expect(made).toEqual(await listed());
    expect(made).toMatchObject({ fault: null, verified: { fault: null }, backups: [{ encrypted: true }] });
    const { id = '', command } = made.backups[0] ?? {};
    const place = `${engine === 'postgres' ? 'DATABASE_URL=... ' : ''}DATA_DIR='${config.dataDir}'`;
    expect(command).toBe(`${place} npm run portal -- restore '${join(folderOf(portal), id)}'`);

    const path = `/api/admin/backups/${id}/download`;
    for (const wrong of ['short', ' with a space before', '"in quotation marks"'])
      expect(await lead.post(path, { passphrase: wrong })).toMatchObject({
        status: 400,
        body: { field: 'passphrase', message: backupMessages.passphrase },
      });
    const missing = `/api/admin/backups/${id.replace('000001', '000002')}/download`;
    expect((await lead.post(missing, { passphrase })).status).toBe(404);
    expect((await lead.post('/api/admin/backups/..%2Fportal.sqlite/download', { passphrase })).status).toBe(
      404,
    );

    const headers = new Headers({ 'Content-Type': 'application/json', Origin: config.portalUrl });
    const body = JSON.stringify({ passphrase });
    const response = await lead.fetch(path, { method: 'POST', headers, body });
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${id}"`);
    const copy = join(config.dataDir, 'copy.enc');
    await writeFile(copy, Buffer.from(await response.arrayBuffer()));
    const held = await verifyBackup(copy, { dataDir: config.dataDir, backupPassphrase: passphrase });
    expect(held.members.rows).toBe(1);
    await expect.poll(() => readdir(join(config.dataDir, 'scratch'))).toEqual([]);
    const checklist = (await lead.get('/api/admin/checklist')).body;
    expect(checklist).toMatchObject({ done: expect.arrayContaining(['backups']) });
  });
});

it('BACKUPS=off ends them', async () => {
  const portal = await openTestApp('sqlite', { env: { BACKUPS: 'off' } });
  await backUpIfDue(portal.deps);
  await expect(readdir(folderOf(portal))).rejects.toThrow(/ENOENT/);
});

it('the oldest go once there are too many or they take too much, but the newest good one and the new one stay', async () => {
  const { deps } = await openTestApp('sqlite');
  const folder = join(deps.config.dataDir, 'pruned');
  await mkdir(folder);
  const name = (number: number) => `portal-00000000-00000${number}-2026-09-01T10-00-00-000Z.sqlite`;
  for (const number of [1, 2, 3, 4, 5]) await writeFile(join(folder, name(number)), 'x'.repeat(10));
  const made = join(folder, name(5));
  const kept = async () => (await readdir(folder)).map((file) => Number(file.slice(21, 22))).toSorted();
  await pruneBackups(folder, made, 4);
  expect(await kept()).toEqual([2, 3, 4, 5]);
  await pruneBackups(folder, made, 4, { bytes: 25, good: name(2) });
  expect(await kept()).toEqual([2, 4, 5]);
  await pruneBackups(folder, made, 1, { bytes: 1 });
  expect(await kept()).toEqual([5]);
});
