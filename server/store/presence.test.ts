import { expect, it } from 'vitest';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { describeEachEngine, freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { endSession, sessionsOf } from '#tests/helpers/postgres-sessions.ts';
import { type DataLock, lockData } from './presence.ts';

const running = /^The portal is running on these data\. Stop every process of it first/;
const second =
  /^The portal is already running on these data\. Several processes at the same time need PostgreSQL/;
const underWay = /^A restore or a move is under way on these data\. Try again when it has ended\./;

async function held(lock: Promise<DataLock>): Promise<DataLock> {
  const taken = await lock;
  cleanUpAfterwards(() => taken.release());
  return taken;
}

describeEachEngine('the lock on the data', (engine) => {
  it('keeps commands out until the portal has ended', async () => {
    const place = await freshDatabase(engine);
    const portal = await held(lockData(place, 'shared'));
    await expect(lockData(place, 'exclusive')).rejects.toThrow(running);
    await portal.release();
    await held(lockData(place, 'exclusive'));
  });

  it('of a command keeps portals and other commands out until it has ended', async () => {
    const place = await freshDatabase(engine);
    const command = await held(lockData(place, 'exclusive'));
    await expect(lockData(place, 'shared')).rejects.toThrow(underWay);
    await expect(lockData(place, 'exclusive')).rejects.toThrow(underWay);
    await command.release();
    await held(lockData(place, 'shared'));
  });
});

it('is shared by the processes of a portal on PostgreSQL, until the last one has ended', async () => {
  const place = await freshDatabase('postgres');
  const first = await held(lockData(place, 'shared'));
  const other = await held(lockData(place, 'shared'));
  await first.release();
  await expect(lockData(place, 'exclusive')).rejects.toThrow(running);
  await other.release();
  await held(lockData(place, 'exclusive'));
});

it('refuses a second process on a SQLite file', async () => {
  const place = await freshDatabase('sqlite');
  const first = await held(lockData(place, 'shared'));
  await expect(lockData(place, 'shared')).rejects.toThrow(second);
  await first.release();
  await held(lockData(place, 'shared'));
});

it('is taken again by a portal whose connection to PostgreSQL was lost', async () => {
  const place = await freshDatabase('postgres');
  const { db } = storeAt(place);
  await held(lockData(place, 'shared'));
  const lost = await endSession(db, 'sdc-portal presence');
  await expect
    .poll(async () => (await sessionsOf(db, 'sdc-portal presence')).map((pid) => pid === lost))
    .toEqual([false]);
  await expect
    .poll(() => lockData(place, 'exclusive').catch((error: Error) => error.message))
    .toMatch(running);
});
