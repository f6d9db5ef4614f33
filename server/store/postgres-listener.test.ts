import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { endSession, sessionsOf } from '#tests/helpers/postgres-sessions.ts';
import { listen } from './postgres-listener.ts';

async function openListener() {
  const place = await freshDatabase('postgres');
  const { db } = storeAt(place);
  const [onNotice, onMissed, onError] = [vi.fn(), vi.fn(), vi.fn()];
  const listener = listen(place.databaseUrl ?? '', 'test_channel', { onNotice, onMissed, onError });
  cleanUpAfterwards(() => listener.close());
  await listener.started;
  const sessions = () => sessionsOf(db, 'sdc-portal changes');
  return { db, onNotice, onMissed, onError, listener, sessions };
}

it('passes on each notification of its channel from the start', async () => {
  const { db, onNotice, onMissed } = await openListener();
  await sql`select pg_notify('another_channel', 'a'), pg_notify('test_channel', 'b')`.execute(db);
  await expect.poll(() => onNotice.mock.calls).toEqual([['b']]);
  expect(onMissed).not.toHaveBeenCalled();
});

it('replaces a lost connection by one other, and says once that it may have missed something', async () => {
  const { db, onNotice, onMissed, onError, sessions } = await openListener();
  const lost = await endSession(db, 'sdc-portal changes');
  await expect.poll(() => onMissed).toHaveBeenCalledTimes(1);
  expect(onError).toHaveBeenCalledTimes(1);
  await expect.poll(async () => (await sessions()).map((pid) => pid === lost)).toEqual([false]);
  await sql`select pg_notify('test_channel', 'later')`.execute(db);
  await expect.poll(() => onNotice.mock.calls).toEqual([['later']]);
});

it('does not reconnect once it is closed', async () => {
  const { listener, onError, sessions } = await openListener();
  await listener.close();
  await expect.poll(async () => await sessions()).toEqual([]);
  expect(onError).not.toHaveBeenCalled();
});
