import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { schemaState } from '#server/store/migrate.ts';
import type { Store } from '#server/store/open.ts';
import {
  openTestApp,
  registerPerson,
  signIn,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { describeEachEngine, freshDatabase, storeAt, type TestEngine } from '#tests/helpers/engines.ts';
import { readEvents } from '#tests/helpers/event-reader.ts';
import { listen } from '#tests/helpers/listen.ts';
import { addMadeUpMigration, madeUpMigration } from '#tests/helpers/made-up-migration.ts';
import { dataFaults } from '#tests/helpers/records.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { openBackup } from './backup.ts';
import { upgrade } from './upgrade.ts';

async function appliedTo({ db }: Store): Promise<string[]> {
  return (await schemaState(db)).applied;
}

/** A portal with one member from before the made-up migration. */
async function formerPortal(engine: TestEngine) {
  const portal = await openTestApp(engine);
  const member = await registerPerson(portal);
  addMadeUpMigration();
  const { dataDir } = portal.deps.config;
  return { store: portal.store, folder: join(dataDir, 'backups'), dataDir, member };
}

describeEachEngine('upgrade', (engine) => {
  it('takes a backup of the former version first, and none of a new or current portal', async () => {
    const { store, dataDir, folder, member } = await formerPortal(engine);
    const file = await upgrade(store, { dataDir });
    expect(await appliedTo(store)).toContain(madeUpMigration);
    expect((await readdir(folder)).map((name) => join(folder, name))).toEqual([file]);

    const scratch = await freshDatabase('sqlite', 'empty');
    const backup = await openBackup(scratch.dataDir, file ?? '', undefined);
    cleanUpAfterwards(() => backup.close());
    expect(await backup.db.selectFrom('members').select('uid').execute()).toEqual([{ uid: member.uid }]);

    expect(await upgrade(store, { dataDir })).toBeNull();
    const empty = await freshDatabase(engine, 'empty');
    expect(await upgrade(storeAt(empty), empty)).toBeNull();
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('names the migration that failed and the backup, and changes nothing', async () => {
    const { store, dataDir, member } = await formerPortal(engine);
    const former = await appliedTo(store);
    await store.db.schema.createIndex('members_nickname').on('members').column('email').execute();
    const error: unknown = await upgrade(store, { dataDir }).catch((thrown: unknown) => thrown);
    // Repeated by a service manager: one copy is kept.
    await expect(upgrade(store, { dataDir })).rejects.toThrow(madeUpMigration);
    const [name, ...others] = await readdir(join(dataDir, 'backups'));
    expect(others).toEqual([]);
    expect(String(error)).toMatch(
      new RegExp(
        `^SchemaError: Migration ${madeUpMigration} failed \\(.+\\)\\. Nothing was changed: [^\\n]+/backups/${name}$`,
      ),
    );
    expect(await appliedTo(store)).toEqual(former);
    expect(await store.db.selectFrom('members').select('uid').execute()).toEqual([{ uid: member.uid }]);
  });

  it('changes nothing if the backup cannot be made', async () => {
    const { store, dataDir, folder } = await formerPortal(engine);
    const former = await appliedTo(store);
    await writeFile(folder, 'a file in place of the folder');
    await expect(upgrade(store, { dataDir })).rejects.toThrow(
      /^The backup before the upgrade failed \(.+\), so nothing/,
    );
    expect(await appliedTo(store)).toEqual(former);
    await rm(folder);
    expect(await upgrade(store, { dataDir })).not.toBeNull();
  });
});

/** That person's page at an upgraded portal. */
function samePage(portal: TestApp, { cookies }: Pick<Visitor, 'cookies'>): Visitor {
  const visitor = portal.visitor();
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor;
}

describeEachEngine('an upgrade with pages open', (engine) => {
  it('keeps sessions, passwords and records, and the pages follow on', async () => {
    const place = await freshDatabase(engine);
    const before = await openTestApp(engine, { place });
    const person = await registerPerson(before);
    await person.put('/api/me/track', { developmentTrack: 'web' });
    const lead = await signInAdministrator(before);

    addMadeUpMigration();
    const portal = await openTestApp(engine, { place });
    expect(await upgrade(portal.store, place)).not.toBeNull();
    expect(await ensureAdministrator(portal.store, portal.deps.config)).toBeNull();
    const url = await listen(portal);
    const [member, administrator] = [samePage(portal, person), samePage(portal, lead)];
    const streams = [
      await readEvents(`${url}/api/me/events`, member),
      await readEvents(`${url}/api/admin/events`, administrator),
    ];
    for (const stream of streams) {
      expect(await stream.next()).toMatchObject({ name: 'ready' });
    }
    expect((await member.put('/api/me/track', { developmentTrack: 'ml' })).status).toBe(200);
    for (const stream of streams) {
      expect(await stream.nextChange()).toEqual({ topic: 'record', uid: person.uid });
    }
    const { email, fullName, password } = person.registration;
    expect((await member.get('/api/me')).body).toMatchObject({ email, fullName, developmentTrack: 'ml' });
    expect((await administrator.get('/api/admin/members')).body).toMatchObject({ total: 1 });
    await signIn(portal, email, password);
    expect(await dataFaults(portal.store)).toEqual([]);
  });
});
