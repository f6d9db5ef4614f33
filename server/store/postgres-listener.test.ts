import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { endSession, sessionsOf } from '#tests/helpers/postgres-sessions.ts';
import { listen } from './postgres-listener.ts';

async function openListener() {
  const place = await freshDatabase('postgres');
  const { db } = storeAt(place);
  const wake = vi.fn();
  const onError = vi.fn();
  const listener = listen(place.databaseUrl ?? '', 'test_channel', { wake, onError });
  cleanUpAfterwards(() => listener.close());
  await expect.poll(() => wake).toHaveBeenCalledTimes(1);
  const sessions = () => sessionsOf(db, 'sdc-portal changes');
  return { db, wake, onError, listener, sessions };
}

it('wakes once it listens, and for each notification of its channel', async () => {
  const { db, wake } = await openListener();
  await sql`select pg_notify('another_channel', '')`.execute(db);
  await sql`select pg_notify('test_channel', '')`.execute(db);
  await expect.poll(() => wake).toHaveBeenCalledTimes(2);
});

it('replaces a lost connection by one other, says so once, and wakes for what it may have missed', async () => {
  const { db, wake, onError, sessions } = await openListener();
  const lost = await endSession(db, 'sdc-portal changes');
  await expect.poll(() => wake).toHaveBeenCalledTimes(2);
  expect(onError).toHaveBeenCalledTimes(1);
  await expect.poll(async () => (await sessions()).map((pid) => pid === lost)).toEqual([false]);
  await sql`select pg_notify('test_channel', '')`.execute(db);
  await expect.poll(() => wake).toHaveBeenCalledTimes(3);
});

it('does not reconnect once it is closed', async () => {
  const { listener, onError, sessions } = await openListener();
  await listener.close();
  await expect.poll(async () => await sessions()).toEqual([]);
  expect(onError).not.toHaveBeenCalled();
});
