import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { SeasonList } from '#domain/seasons.ts';
import { takeBackup } from '#server/operations/backup.ts';
import { move, restore } from '#server/operations/transfer.ts';
import { verifyBackup } from '#server/operations/verify-backup.ts';
import { differences, portableRows, untyped } from '#server/store/copy.ts';
import { databaseFile } from '#server/store/database-file.ts';
import { migrate, schemaState } from '#server/store/migrate.ts';
import type { Store } from '#server/store/open.ts';
import { openTestApp, signIn } from '#tests/helpers/app.ts';
import {
  type DatabasePlace,
  describeEachEngine,
  freshDatabase,
  openTestStore,
  storeAt,
  type TestEngine,
} from '#tests/helpers/engines.ts';
import { dataFaults, stateOf } from '#tests/helpers/records.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { root } from '../../scripts/run-command.ts';

const run = promisify(execFile);
const ending = '.sqlite.gz';
const digestSize = 32;
const releases = readdirSync(import.meta.dirname).flatMap((name) =>
  name.endsWith(ending) ? [name.slice(0, -ending.length)] : [],
);

/** The data of a release as that release left it, on this engine. */
async function dataOf(release: string, engine: TestEngine): Promise<DatabasePlace> {
  const place = await freshDatabase('sqlite', 'empty');
  const file = databaseFile(place.dataDir);
  const backup = gunzipSync(await readFile(join(import.meta.dirname, `${release}${ending}`)));
  await writeFile(file, backup);
  await truncate(file, backup.length - digestSize);
  return engine === 'sqlite' ? place : onPostgres(storeAt(place));
}

async function onPostgres(source: Store): Promise<DatabasePlace> {
  const place = await freshDatabase('postgres', 'empty');
  const target = storeAt(place);
  await migrate(target, (await schemaState(source.db)).applied.at(-1));
  await target.exclusiveTransaction(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const { name } of await source.db.introspection.getTables()) {
      const rows = portableRows(await untyped(source.db).selectFrom(name).selectAll().execute());
      await untyped(trx).deleteFrom(name).execute();
      for (const row of rows) await untyped(trx).insertInto(name).values(row).execute();
    }
    await target.finishBulkWrite(trx);
  });
  return place;
}

it('this release has left its data, which no command replaces', async () => {
  expect(releases).toContain(packageFile.version);
  const again = run(process.execPath, ['scripts/launch.cjs', 'scripts/release-data.ts'], { cwd: root });
  await expect(again).rejects.toThrow('is never replaced');
});

describeEachEngine('the data of a release', (engine) => {
  it.each(releases)('%s is upgraded, backed up, restored, moved, and its season ends', async (release) => {
    const place = await dataOf(release, engine);
    const store = storeAt(place);
    await migrate(store);
    expect(await dataFaults(store)).toEqual([]);
    const portal = await openTestApp(engine, { place });
    const lead = await signIn(portal, portal.deps.config.adminEmail, 'a password of the demo');

    const backup = await takeBackup(store, join(place.dataDir, 'backups'));
    const upgraded = await verifyBackup(backup, place);
    const { current } = (await lead.get('/api/admin/seasons')).body as SeasonList;
    expect(await lead.post('/api/admin/seasons', { confirm: current, keep: [] })).toMatchObject({
      status: 200,
    });
    expect(await dataFaults(store)).toEqual([]);

    await restore(place, backup);
    const restored = await stateOf(store);
    expect(restored.members).toEqual(upgraded.members);
    const moved = await openTestStore(engine === 'sqlite' ? 'postgres' : 'sqlite');
    expect(differences(await move(store, moved), restored)).toEqual([]);
  });
});
