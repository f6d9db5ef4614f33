import { expect, it } from 'vitest';
import { openTestApp, registerPerson } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { dropExpired, startHousekeeping } from './housekeeping.ts';

const day = 24 * 60 * 60 * 1000;

describeEachEngine('housekeeping', (engine) => {
  it('keeps valid rows and removes expired ones', async () => {
    const clock = takeClock();
    const portal = await openTestApp(engine);
    const { db } = portal.store;
    const person = await registerPerson(portal);
    const { email } = person.registration;
    await portal.visitor().post('/api/auth/sign-in/email', { email, password: 'wrong!' });
    await portal.visitor().post('/api/auth/request-password-reset', { email });
    const token = tokenIn((await portal.mails()).at(-1));
    const rows = async () => ({
      counters: (await db.selectFrom('rate_limits').selectAll().execute()).length,
      sessions: (await db.selectFrom('session').selectAll().execute()).length,
      links: (await db.selectFrom('verification').selectAll().execute()).length,
    });
    const before = await rows();
    expect(before).toMatchObject({ sessions: 1, links: 1 });
    expect(before.counters).toBeGreaterThanOrEqual(4);

    await dropExpired(portal.store, new Date());
    expect(await rows()).toEqual(before);
    expect((await person.get('/api/session')).body).toMatchObject({ user: { uid: person.uid } });
    const reset = { token, newPassword: 'a new password' };
    expect((await portal.visitor().post('/api/auth/reset-password', reset)).status).toBe(200);

    await registerPerson(portal);
    await portal.visitor().post('/api/auth/request-password-reset', { email });
    await portal.mails();
    clock.pass(7 * day + 60_000);
    await dropExpired(portal.store, new Date());
    expect(await rows()).toEqual({ counters: 0, sessions: 0, links: 0 });
    expect(await db.selectFrom('members').select('uid').execute()).toHaveLength(2);
  });

  it('runs at the start, in the background', async () => {
    const portal = await openTestApp(engine);
    await portal.store.db.insertInto('rate_limits').values({ key: 'old', points: 1, expire: 1 }).execute();
    const stop = startHousekeeping(portal.deps);
    await portal.deps.background.idle();
    stop();
    expect(await portal.store.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });
});
