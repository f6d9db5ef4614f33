import { existsSync } from 'node:fs';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertSession } from '#server/accounts/session-store.ts';
import { changeMember } from '#server/members/member-store.ts';
import { differences } from '#server/store/copy.ts';
import type { Store } from '#server/store/open.ts';
import { writeState } from '#server/store/portal-state.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import {
  describeEachEngine,
  freshDatabase,
  storeAt,
  type TestEngine,
  testEngines,
} from '#tests/helpers/engines.ts';
import { dataFaults, plannedRows, stateOf } from '#tests/helpers/records.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import { seedMembers } from '../../scripts/seed-members.ts';
import { backups, pruneBackups, takeBackup, takeSafetyCopy } from './backup.ts';
import { move, restore } from './transfer.ts';
import { verifyBackup } from './verify-backup.ts';

async function openedPlace(engine: TestEngine) {
  const place = await freshDatabase(engine);
  return { place, store: storeAt(place) };
}

async function seededPlace(engine: TestEngine, members = 30) {
  const opened = await openedPlace(engine);
  await seedMembers(opened.store, members);
  return opened;
}

async function selectTrack(store: Store, developmentTrack: 'web' | 'ml'): Promise<void> {
  const { uid } = await store.db.selectFrom('members').select('uid').limit(1).executeTakeFirstOrThrow();
  const change = { uid, actor: uid, kind: 'track-selected', write: () => ({ developmentTrack }) } as const;
  await store.transact((trx) => changeMember(trx, change));
}

describeEachEngine('backup and restore', (engine) => {
  it('restores the exact data, and keeps the data that it replaced', async () => {
    const { place, store } = await seededPlace(engine);
    const before = await stateOf(store);
    const file = await takeBackup(store, await newFolder());
    await selectTrack(store, 'web');
    await selectTrack(store, 'ml');
    const later = await stateOf(store);
    expect(differences(before, later)).toContain('members');

    const { before: kept } = await restore(place, file);
    expect(differences(before, await stateOf(store))).toEqual([]);
    await restore(place, kept ?? 'none');
    expect(differences(later, await stateOf(store))).toEqual([]);
  });

  it('restores the backup of another portal on the other engine, and says so', async () => {
    const { place, store } = await seededPlace(engine, 2);
    const former = await stateOf(store);
    const { store: other } = await seededPlace(engine === 'sqlite' ? 'postgres' : 'sqlite', 3);
    await writeState(other.db, 'portal', { id: 'aaaaaaaa' });
    const file = await takeBackup(other, await newFolder());
    const { before, ofAnother } = await restore(place, file);
    expect([ofAnother, differences(await stateOf(other), await stateOf(store))]).toEqual([true, []]);
    expect(await restore(place, file)).toMatchObject({ ofAnother: false });
    expect(await restore(place, before ?? 'none')).toMatchObject({ ofAnother: true });
    expect(differences(former, await stateOf(store))).toEqual([]);
  });

  it('revives no session that has ended since the backup', async () => {
    const { place, store } = await seededPlace(engine, 1);
    const { uid } = await store.db.selectFrom('members').select('uid').executeTakeFirstOrThrow();
    await store.transact((trx) => insertSession(trx, uid));
    await restore(place, await takeBackup(store, await newFolder()));
    expect((await stateOf(store)).session.rows).toBe(0);
  });

  it('refuses an intact file with inconsistent data, and changes nothing', async () => {
    const { store: forged } = await seededPlace(engine, 3);
    await forged.db.updateTable('members').set({ studentId: 'FORGED' }).where('uid', 'like', '%-1').execute();
    const file = await takeBackup(forged, await newFolder());
    const { place, store } = await seededPlace(engine, 3);
    const before = await stateOf(store);
    await expect(restore(place, file)).rejects.toThrow(
      /not a complete backup: .*differs from the change log/,
    );
    expect(differences(before, await stateOf(store))).toEqual([]);
  });
});

it('a backup with one changed byte, wherever it is, is refused', async () => {
  const { place, store } = await seededPlace('sqlite', 3);
  // No index and no change holds the name of an account a second time.
  await store.db.updateTable('user').set({ name: 'Only Here' }).execute();
  const file = await takeBackup(store, await newFolder());
  await verifyBackup(file, place);
  const bytes = await readFile(file);
  for (const at of [bytes.indexOf('Only Here'), bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    await writeFile(file, altered);
    await expect(verifyBackup(file, place)).rejects.toThrow(/not a complete backup: it was altered/);
  }
});

it('a backup made before backups had a digest is restored', async () => {
  const { place, store } = await seededPlace('sqlite', 3);
  const before = await stateOf(store);
  const file = await takeBackup(store, await newFolder());
  await truncate(file, (await stat(file)).size - 32);
  await restore(place, file);
  expect(differences(before, await stateOf(store))).toEqual([]);
});

it('a copy that differs from its source is not kept', async () => {
  const { store: source } = await seededPlace('sqlite', 3);
  const file = await takeBackup(source, await newFolder());
  const { place, store: target } = await seededPlace('sqlite', 2);
  const before = await stateOf(target);
  await sql`create trigger spoil after insert on members begin
    update members set contactNumber = '0' where uid = new.uid; end`.execute(target.db);
  await expect(restore(place, file)).rejects.toThrow(/The copy differs in members/);
  expect(differences(before, await stateOf(target))).toEqual([]);
});

describe('a folder of backups', () => {
  it('keeps the newest ones of this portal, whatever its clock said, and touches no other file', async () => {
    const { place, store } = await seededPlace('sqlite', 1);
    const { store: other } = await seededPlace('sqlite', 1);
    await writeState(other.db, 'portal', { id: 'aaaaaaaa' });
    const folder = await newFolder();
    const theirs = await takeBackup(other, folder);
    const safetyCopy = await takeSafetyCopy(store, 'restore', { dataDir: folder });
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const clock = takeClock();
    const encrypted = { dataDir: place.dataDir, backupPassphrase: 'a long passphrase' };
    const taken = [];
    for (const [days, how] of [
      [0, place],
      [400, encrypted],
      [-400, place],
      [0, encrypted],
    ] as const) {
      clock.pass(days * 24 * 60 * 60_000);
      taken.push(await takeBackup(store, folder, how));
    }
    await pruneBackups(folder, taken.at(-1) ?? '', 2);
    const left = (await backups(folder)).map((name) => join(folder, name));
    expect(left.toSorted()).toEqual([theirs, ...taken.slice(2)].toSorted());
    expect(existsSync(safetyCopy)).toBe(true);
    expect(await readdir(folder)).toContain('notes.txt');
    await pruneBackups(folder, taken.at(-1) ?? '', 0);
    expect(existsSync(taken.at(-1) ?? '')).toBe(true);
  });

  it('has nothing unfinished in it when a backup fails', async () => {
    const { store } = await seededPlace('sqlite', 1);
    const [folder, dataDir] = [await newFolder(), await newFolder()];
    await store.close();
    await expect(takeBackup(store, folder, { dataDir })).rejects.toThrow();
    expect([
      ...(await readdir(folder)),
      ...(await readdir(join(dataDir, 'scratch')).catch(() => [])),
    ]).toEqual([]);
  });
});

describe.each(testEngines.flatMap((from) => testEngines.map((to) => ({ from, to }))))(
  'moving from $from to $to',
  ({ from, to }) => {
    it('copies every row exactly, and changes continue there', async () => {
      const { store: source } = await seededPlace(from);
      const { store: target } = await openedPlace(to);
      expect((await move(source, target)).members.rows).toBe(30);
      expect(differences(await stateOf(source), await stateOf(target))).toEqual([]);
      if (to === 'postgres') expect(await plannedRows(target)).toBe(30);
      // The sequence of changes continues after the copied ones.
      await selectTrack(target, 'web');
      expect(await dataFaults(target)).toEqual([]);
    });

    it('refuses a target in use and changes nothing there', async () => {
      const { store: source } = await seededPlace(from, 2);
      const { store: target } = await seededPlace(to, 3);
      const before = await stateOf(target);
      await expect(move(source, target)).rejects.toThrow(/empty database/);
      expect(differences(before, await stateOf(target))).toEqual([]);
    });
  },
);

describeEachEngine('the check', (engine) => {
  it('finds an address that differs between record and account', async () => {
    const { store } = await seededPlace(engine, 3);
    const second = store.db.updateTable('user').where('id', 'like', '%-2');
    await second.set({ email: 'other@example.edu' }).execute();
    expect((await dataFaults(store)).join()).toMatch(/seed-\w+-2 has one email in the record/);
  });
});
