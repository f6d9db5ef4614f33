import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Store } from '#server/store/open.ts';
import { registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine, storeAt } from '#tests/helpers/engines.ts';
import { changesUntil, openLive, somethingNew, writeOnceAvailable } from '#tests/helpers/live-portal.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { write } from '#tests/helpers/records.ts';

/** On PostgreSQL a second process's store, so that the reader does not compete with writers for a connection. */
function openWritersStore({ store, deps }: TestApp): Store {
  return store.engine === 'sqlite' ? store : storeAt(deps.config);
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

describeEachEngine('a stream that was cut off', (engine) => {
  it('resumes after the position in the header or the URL, preferring the header', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const { uid } = await registerPerson(portal);
    for (let n = 2; n <= 9; n += 1) await write(portal.store, uid, somethingNew());
    const byHeader = await open(administrator, 'admin/events?after=2', '5');
    expect(await byHeader.next()).toEqual({ id: '5', name: 'ready', data: { seq: 5, resumed: true } });
    expect((await changesUntil(byHeader, 9)).map(({ seq }) => seq)).toEqual(numbers(6, 9));
    expect(byHeader.lastId()).toBe('9');
    const byAddress = await open(administrator, 'admin/events?after=2');
    expect((await changesUntil(byAddress, 9)).map(({ seq }) => seq)).toEqual(numbers(3, 9));
    const upToDate = await open(administrator, 'admin/events', '9');
    expect(await upToDate.next()).toMatchObject({ data: { seq: 9, resumed: true } });
    await write(portal.store, uid, somethingNew());
    for (const reader of [byHeader, byAddress, upToDate]) expect((await reader.nextChange()).seq).toBe(10);
  });

  it('resumes at a position that only another process has read so far', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const { uid } = await registerPerson(portal);
    await (await open(administrator, 'admin/events')).next();
    await write(storeAt(portal.deps.config), uid, somethingNew());
    const reader = await open(administrator, 'admin/events', '2');
    expect(await reader.next()).toMatchObject({ data: { seq: 2, resumed: true } });
  });

  it('starts over if the log does not reach that far or the position is malformed', async () => {
    const { portal, administrator, open } = await openLive(engine);
    await registerPerson(portal);
    for (const place of ['1000', 'x', '-1', '9'.repeat(30)]) {
      const reader = await open(administrator, 'admin/events', place);
      expect(await reader.next()).toMatchObject({ id: '1', data: { seq: 1, resumed: false } });
    }
  });

  it('gets what happened a moment ago, and only what is its own', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const everybody = await open(administrator, 'admin/events');
    const asha = await registerPerson(portal);
    const bina = await registerPerson(portal);
    for (const { uid } of [bina, asha, bina, asha]) await write(portal.store, uid, somethingNew());
    // The stream is given what is kept in memory, not what the log says.
    await changesUntil(everybody, 6);
    const own = await open(asha, 'me/events', '2');
    expect((await changesUntil(own, 6)).map(({ seq, uid }) => [seq, uid])).toEqual([
      [4, asha.uid],
      [6, asha.uid],
    ]);
  });

  it('gets everything it missed in a long absence, and only its own', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const asha = await registerPerson(portal);
    const bina = await registerPerson(portal);
    // More than the buffer holds, and more than one batch.
    for (let n = 0; n < 130; n += 1) {
      for (const { uid } of [asha, bina]) await write(portal.store, uid, somethingNew(1_000));
    }
    await open(administrator, 'admin/events', '1');
    const reader = await open(administrator, 'admin/events', '1');
    expect((await changesUntil(reader, 262)).map(({ seq }) => seq)).toEqual(numbers(2, 262));
    const own = await open(asha, 'me/events', '1');
    const hers = await changesUntil(own, 261);
    expect(hers.map(({ uid }) => uid)).toEqual(new Array(130).fill(asha.uid));
  });

  it('reconnecting 50 times during 200 concurrent writes, gets each change once', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const { store } = portal;
    const people = numbers(1, 200).map((n) => newRecord({ uid: `person-${n}` }));
    await addRecords(store, people);
    const seen: number[] = [];
    let lastId = '0';

    async function read(count: number): Promise<void> {
      const reader = await open(administrator, 'admin/events', lastId);
      for (let left = count; left > 0; left -= 1) {
        seen.push((await reader.nextChange()).seq);
        lastId = reader.lastId();
      }
      reader.cut();
    }

    const writersStore = openWritersStore(portal);
    const writing = Promise.all(
      people.map(async ({ uid }) => {
        for (let round = 0; round < 2; round += 1)
          await writeOnceAvailable(() => write(writersStore, uid, somethingNew()));
      }),
    );
    for (const count of fc.sample(fc.integer({ min: 1, max: 10 }), { numRuns: 50, seed: 4 }))
      await read(count);
    await writing;
    await read(600 - seen.length);

    expect(seen).toEqual(numbers(1, 600));
  });
});
