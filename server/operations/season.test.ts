import { expect, it } from 'vitest';
import { staffScope } from '#domain/changes.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import { makeReviewer } from '#server/accounts/staff.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Store } from '#server/store/open.ts';
import { describeEachEngine, freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { longestWait } from '#tests/helpers/longest-wait.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { continueSeasonEnd, endSeason } from './season.ts';

describeEachEngine('the end of a season', (engine) => {
  it('removes nothing that is not in its last archive, while members go on writing', async () => {
    const place = await freshDatabase(engine);
    const [store, writer, reader] = [storeAt(place), storeAt(place), storeAt(place)];
    const add = (uid: string) => addRecords(writer, [newRecord({ uid, email: `${uid}@students.example` })]);
    await add('early');
    const archives: string[][] = [];
    let late: Promise<void> | undefined;
    const counts = await endSeason(store, 'sdc-admin', async () => {
      const rows = await reader.db.selectFrom('members').select('uid').orderBy('uid').execute();
      archives.push(rows.map(({ uid }) => uid));
      const added = add(`late${archives.length}`);
      // The third time the writer has to wait, and its member comes afterwards.
      if (archives.length === 3) late = added;
      else await added;
    });
    await late;
    expect(archives).toEqual([['early'], ['early', 'late1'], ['early', 'late1', 'late2']]);
    expect(counts.members).toBe(3);
    expect(await store.db.selectFrom('members').select('uid').execute()).toEqual([{ uid: 'late3' }]);
  });

  it('keeps the messages that came after its archive', async () => {
    const place = await freshDatabase(engine);
    const [store, writer] = [storeAt(place), storeAt(place)];
    const receive = (id: string) =>
      writer.transact(async (trx) => {
        const receivedAt = new Date().toISOString();
        await trx
          .insertInto('form_submissions')
          .values({ id, formId: 'contact', receivedAt, fields: '{}' })
          .execute();
        const change = { uid: 'sdc-admin', actor: 'sdc-admin', kind: 'message-received' as const };
        await trx.changes.append({ ...change, at: receivedAt, fields: {} });
      });
    const early = Array.from({ length: 250 }, (_, index) => `early${index}`);
    for (const id of early) await receive(id);
    const { messages } = await endSeason(store, 'sdc-admin', async () => {});
    await receive('late');
    expect(messages).toBe(250);
    expect(await store.db.selectFrom('form_submissions').select('id').execute()).toEqual([{ id: 'late' }]);
  });

  it('keeps members who wrote after the archive, with their record and messages', async () => {
    const place = await freshDatabase(engine);
    const [store, writer] = [storeAt(place), storeAt(place)];
    const records = ['silent', 'edited', 'asked'].map((uid) => newRecord({ uid }));
    await addRecords(writer, records);
    const at = new Date().toISOString();
    const log = (change: { uid: string; kind: 'message-received' | 'profile-saved' }, fields: object) =>
      writer.transact((trx) =>
        trx.changes.append({ ...change, actor: change.uid, at, fields: { ...fields } }),
      );
    const message = { formId: 'contact', receivedAt: at, fields: '{}', memberUid: 'asked' };
    await writer.db
      .insertInto('form_submissions')
      .values({ ...message, id: 'old' })
      .execute();
    let archives = 0;
    const { members, kept } = await endSeason(store, 'sdc-admin', async () => {
      archives += 1;
      if (archives < 3) return log({ uid: staffScope, kind: 'message-received' }, {});
      await log({ uid: 'edited', kind: 'profile-saved' }, {});
      await writer.db
        .insertInto('form_submissions')
        .values({ ...message, id: 'new' })
        .execute();
      await log({ uid: staffScope, kind: 'message-received' }, { message: { old: null, new: 'new' } });
    });
    expect({ members, kept }).toEqual({ members: 1, kept: 2 });
    const uids = await store.db.selectFrom('members').select('uid').orderBy('uid').execute();
    expect(uids.map(({ uid }) => uid)).toEqual(['asked', 'edited']);
    expect(await store.db.selectFrom('form_submissions').select('id').execute()).toEqual([{ id: 'new' }]);
    const logged = await store.db.selectFrom('changes').select(['uid', 'kind']).orderBy('seq').execute();
    expect(logged.filter(({ uid }) => uid !== staffScope)).toEqual([
      { uid: 'edited', kind: 'registered' },
      { uid: 'asked', kind: 'registered' },
      { uid: 'edited', kind: 'profile-saved' },
    ]);
    // Ending it again removes them too.
    expect(await endSeason(store, 'sdc-admin', async () => {})).toMatchObject({ members: 2, kept: 0 });
    expect(await store.db.selectFrom('form_submissions').select('id').execute()).toEqual([]);
  });

  it('keeps the reviewers, but for those who leave as members, and nobody’s former role', async () => {
    const store = storeAt(await freshDatabase(engine));
    await addRecords(store, [newRecord({ uid: 'both' })]);
    await store.transact(async (trx) => {
      await insertAccounts(trx, [{ uid: 'ravi', name: 'Ravi', email: 'ravi@club.example', password: null }]);
      await makeReviewer(trx, { uid: 'ravi', name: 'Ravi' });
      await makeReviewer(trx, { uid: 'both', name: 'Bina', member: true });
      await trx
        .insertInto('staff')
        .values({ uid: 'gone', role: 'former', name: 'Gita', member: 0, since: '2026' })
        .execute();
    });
    await endSeason(store, 'sdc-admin', async () => {});
    expect(await store.db.selectFrom('user').select('id').execute()).toEqual([{ id: 'ravi' }]);
    expect(await store.db.selectFrom('staff').select('uid').execute()).toEqual([{ uid: 'ravi' }]);
  });

  it('is continued by another process if its own died', async () => {
    const place = await freshDatabase(engine);
    const store = storeAt(place);
    await addRecords(
      store,
      Array.from({ length: 60 }, () => newRecord()),
    );
    let begun = 0;
    // The mark, no messages and the first members are committed.
    const dying: Store = {
      ...store,
      transact: (work) => {
        begun += 1;
        return begun < 4 ? store.transact(work) : Promise.reject(new Error('killed'));
      },
    };
    await expect(endSeason(dying, 'sdc-admin', async () => {})).rejects.toThrow('killed');
    expect(await countRows(store.db.selectFrom('members'))).toBe(35);
    await addRecords(store, [newRecord({ uid: 'late' })]);
    const other = storeAt(place);
    await Promise.all([continueSeasonEnd(store, 'sdc-admin'), continueSeasonEnd(other, 'sdc-admin')]);
    expect(await store.db.selectFrom('members').select('uid').execute()).toEqual([{ uid: 'late' }]);
    const ended = await store.db.selectFrom('changes').select('kind').where('uid', '=', staffScope).execute();
    expect(ended).toEqual([{ kind: 'season-ended' }]);
  });

  it('lets another process write while it removes', async () => {
    const place = await freshDatabase(engine);
    const [store, portal] = [storeAt(place), storeAt(place)];
    await addRecords(
      store,
      Array.from({ length: 1_000 }, () => newRecord()),
    );
    const write = () => portal.transact((trx) => trx.deleteFrom('test_node').execute());
    const share = await longestWait(write, () => endSeason(store, 'sdc-admin', async () => {}));
    expect(share).toBeLessThan(0.5);
  });
});
