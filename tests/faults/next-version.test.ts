import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Store } from '#server/store/open.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { type DatabasePlace, describeKills, freshDatabase, type TestEngine } from '#tests/helpers/engines.ts';
import { startPortal } from '#tests/helpers/portal.ts';
import { placeVariables, runPortal, startPortalCommand } from '#tests/helpers/portal-command.ts';
import { write } from '#tests/helpers/records.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { seedMembers } from '../../scripts/seed-members.ts';
import { nextVersion } from './next-version.ts';

// Each command is a process.
vi.setConfig({ testTimeout: 240_000 });

/** Members of this version at every stage, one of whom has changed their record since they registered. */
async function addMembers(store: Store): Promise<void> {
  await seedMembers(store, 12);
  const { uid } = await store.db.selectFrom('members').select('uid').limit(1).executeTakeFirstOrThrow();
  await write(store, uid, { fullName: 'Asha Rao' });
}

/** Step 3 of a downgrade. @returns where the older version is to start */
async function moveAway({ dataDir }: DatabasePlace, engine: TestEngine): Promise<DatabasePlace> {
  if (engine === 'postgres')
    return { dataDir, databaseUrl: (await freshDatabase(engine, 'empty')).databaseUrl };
  const newer = join(dataDir, 'newer');
  await mkdir(newer);
  const files = (await readdir(dataDir)).filter((name) => /^portal\.sqlite(-wal|-shm)?$/.test(name));
  for (const name of files) await rename(join(dataDir, name), join(newer, name));
  return { dataDir, databaseUrl: undefined };
}

describeKills(
  'data of this version, upgraded to one whose records have another field',
  'postgres',
  (engine) => {
    let program: string;
    let place: DatabasePlace;

    beforeAll(async () => {
      program = await nextVersion();
      place = await freshDatabase(engine);
      await withStore(place, addMembers);
      const env = placeVariables(place);
      const upgraded = await startPortal({ program, fullCostHashes: true, env });
      cleanUpAfterwards(upgraded.discard);
      await upgraded.stop();
    });

    async function command(...args: string[]): Promise<string> {
      const { code, out, err } = await startPortalCommand(args, placeVariables(place), program).ended;
      expect(err).toMatch(/^(Portal: [^\n]+\n)?$/);
      expect(code).toBe(0);
      return out;
    }

    it('is intact, and its backups, also the one from before the upgrade, can be verified and restored', async () => {
      expect(await command('check')).toContain('ok    every record matches its changes');
      const folder = join(place.dataDir, 'backups');
      const [beforeUpgrade = ''] = await readdir(folder);
      const afterUpgrade = (await command('backup')).trim();
      for (const file of [join(folder, beforeUpgrade), afterUpgrade]) {
        expect(await command('backup', 'verify', file)).toContain('12 members and 13 changes, all the same');
        expect(await command('restore', file)).toContain('Restored 12 members and 13 changes');
        expect(await command('check')).not.toContain('FAIL');
      }
    });

    it('ends its season', async () => {
      expect(await command('season', 'end', '--members', '12')).toContain('12 accounts are closed');
      expect(await command('check')).not.toContain('FAIL');
    });

    it('gives way to the backup from before the upgrade, by the steps of docs/operations.md, "Downgrade"', async () => {
      const folder = join(place.dataDir, 'backups');
      const beforeUpgrade = (await readdir(folder)).find((name) => name.startsWith('before-upgrade')) ?? '';
      expect((await runPortal(['check'], placeVariables(place))).err).toContain('9999-nickname');
      const older = await moveAway(place, engine);
      const { out } = await runPortal(['restore', join(folder, beforeUpgrade)], placeVariables(older));
      expect(out).toContain('Restored 12 members and 13 changes');
      expect((await runPortal(['check'], placeVariables(older))).out).not.toContain('FAIL');
      const started = await startPortal({ env: placeVariables(older) });
      cleanUpAfterwards(started.discard);
    });
  },
);
