import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { changeMember } from '#server/members/member-store.ts';
import { differences, fingerprint } from '#server/store/copy.ts';
import type { Store } from '#server/store/open.ts';
import {
  describeEachEngine,
  freshDatabase,
  storeAt,
  type TestEngine,
  testEngines,
} from '#tests/helpers/engines.ts';
import { dataFaults } from '#tests/helpers/records.ts';
import { seedMembers } from '../../scripts/seed-members.ts';
import { backups, pruneBackups, takeBackup } from './backup.ts';
import type { DataLocation } from './data-location.ts';
import { move, restore } from './transfer.ts';

const places = new WeakMap<Store, DataLocation>();

async function openedStore(engine: TestEngine): Promise<Store> {
  const place = await freshDatabase(engine);
  const store = storeAt(place);
  places.set(store, place);
  return store;
}

function restoreInto(store: Store, file: string) {
  const place = places.get(store);
  if (!place) throw new Error('a store that this file did not open');
  return restore(place, file);
}

async function seededStore(engine: TestEngine, members = 30): Promise<Store> {
  const store = await openedStore(engine);
  await seedMembers(store, members);
  return store;
}

function scratch(): Promise<string> {
  return mkdtemp(join(inject('scratchFolder'), 'operations-'));
}

function state(store: Store) {
  return store.snapshot((trx) => fingerprint(trx));
}

async function selectTrack(store: Store, developmentTrack: 'web' | 'ml'): Promise<void> {
  const { uid } = await store.db.selectFrom('members').select('uid').limit(1).executeTakeFirstOrThrow();
  const change = { uid, actor: uid, kind: 'track-selected', write: () => ({ developmentTrack }) } as const;
  await store.transact((trx) => changeMember(trx, change));
}

describeEachEngine('backup and restore', (engine) => {
  it('restores the exact data, and keeps the data that it replaced', async () => {
    const store = await seededStore(engine);
    const folder = await scratch();
    const before = await state(store);
    const file = await takeBackup(store, folder);
    await selectTrack(store, 'web');
    await selectTrack(store, 'ml');
    const later = await state(store);
    expect(differences(before, later)).toContain('members');

    const { before: kept } = await restoreInto(store, file);
    expect(differences(before, await state(store))).toEqual([]);
    await restoreInto(store, kept ?? 'none');
    expect(differences(later, await state(store))).toEqual([]);
  });

  it('is consistent during writes, and is written to once it is restored', async () => {
    const store = await seededStore(engine);
    let writing = true;
    const writer = (async () => {
      while (writing) {
        await selectTrack(store, 'web');
        await selectTrack(store, 'ml');
        // SQLite responds synchronously; without this pause nothing else would run.
        await setImmediate();
      }
    })();
    const file = await takeBackup(store, await scratch());
    writing = false;
    await writer;
    const other = await openedStore(engine);
    await restoreInto(other, file);
    // The sequence of changes continues after the restored ones.
    await selectTrack(other, 'ml');
    await selectTrack(other, 'web');
    expect(await dataFaults(other)).toEqual([]);
  });

  it('refuses an intact file with inconsistent data, and changes nothing', async () => {
    const forged = await seededStore(engine, 3);
    await forged.db.updateTable('members').set({ studentId: 'FORGED' }).where('uid', 'like', '%-1').execute();
    const folder = await scratch();
    const file = await takeBackup(forged, folder);
    const store = await seededStore(engine, 3);
    const before = await state(store);
    await expect(restoreInto(store, file)).rejects.toThrow(
      /not a complete backup: .*differs from the change log/,
    );
    expect(differences(before, await state(store))).toEqual([]);
  });
});

it('a copy that differs from its source is not kept', async () => {
  const source = await seededStore('sqlite', 3);
  const file = await takeBackup(source, await scratch());
  const target = await seededStore('sqlite', 2);
  const before = await state(target);
  await sql`create trigger spoil after insert on members begin
    update members set contactNumber = '0' where uid = new.uid; end`.execute(target.db);
  await expect(restoreInto(target, file)).rejects.toThrow(/The copy differs in members/);
  expect(differences(before, await state(target))).toEqual([]);
});

describe('a folder of backups', () => {
  it('keeps the newest ones, and touches no other file', async () => {
    const store = await seededStore('sqlite', 1);
    const folder = await scratch();
    await writeFile(join(folder, 'notes.txt'), 'mine');
    const taken = [];
    const encryption = { dataDir: folder, backupPassphrase: 'a long passphrase' };
    for (const how of [undefined, encryption, undefined, encryption])
      taken.push(await takeBackup(store, folder, how));
    await pruneBackups(folder, 2);
    expect((await backups(folder)).map((name) => join(folder, name))).toEqual(taken.slice(2).reverse());
    expect(await readdir(folder)).toContain('notes.txt');
  });

  it('loses what a killed backup left an hour ago, and nothing that is being made', async () => {
    const folder = await scratch();
    const [left, made] = [join(folder, '.backup-left'), join(folder, '.backup-made')];
    const before = new Date(Date.now() - 61 * 60_000);
    for (const draft of [left, made]) {
      await mkdir(draft);
      await writeFile(join(draft, 'portal.sqlite'), '');
      if (draft === left) await utimes(join(draft, 'portal.sqlite'), before, before);
      await utimes(draft, before, before);
    }
    await takeBackup(await seededStore('sqlite', 1), folder);
    expect(await readdir(folder)).toEqual(['.backup-made', expect.stringMatching(/^portal-/)]);
  });
});

describe.each(testEngines.flatMap((from) => testEngines.map((to) => ({ from, to }))))(
  'moving from $from to $to',
  ({ from, to }) => {
    it('copies every row exactly', async () => {
      const source = await seededStore(from);
      const target = await openedStore(to);
      const moved = await move(source, target);
      expect(moved.members.rows).toBe(30);
      expect(differences(await state(source), await state(target))).toEqual([]);
      expect(await dataFaults(target)).toEqual([]);
    });

    it('refuses a target in use and changes nothing there', async () => {
      const source = await seededStore(from, 2);
      const target = await seededStore(to, 3);
      const before = await state(target);
      await expect(move(source, target)).rejects.toThrow(/empty database/);
      expect(differences(before, await state(target))).toEqual([]);
    });
  },
);

describeEachEngine('the check', (engine) => {
  it('finds an address that differs between record and account', async () => {
    const store = await seededStore(engine, 3);
    const second = store.db.updateTable('user').where('id', 'like', '%-2');
    await second.set({ email: 'other@example.edu' }).execute();
    expect((await dataFaults(store)).join()).toMatch(/seed-\w+-2 has one email in the record/);
  });
});
