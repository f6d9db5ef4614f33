import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Health } from '#domain/diagnostics.ts';
import { knownDeviceLifetime } from '#server/accounts/known-devices.ts';
import { openTestApp, openWithMember, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { mailedResetToken, resetPassword, trySignIn } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { keepHouse } from './housekeeping.ts';

const day = 24 * 60 * 60 * 1000;

describeEachEngine('housekeeping', (engine) => {
  it('removes nothing for a day after the clock has jumped by more than 30 days, whichever way it goes on', async () => {
    const clock = takeClock();
    const { portal, person } = await openWithMember(engine);
    const sessions = async () => (await rowsOf(portal.store, 'session')).length;
    await keepHouse(portal.deps, new Date());
    clock.pass(400 * day);
    await keepHouse(portal.deps, new Date());
    clock.pass(23 * 60 * 60_000);
    await keepHouse(portal.deps, new Date());
    expect(await sessions()).toBe(1);
    clock.pass(-401 * day);
    await keepHouse(portal.deps, new Date());
    expect((await person.get('/api/session')).body).toMatchObject({ user: { uid: person.uid } });

    // A portal that was off for a summer.
    clock.pass(90 * day);
    await keepHouse(portal.deps, new Date());
    expect(await sessions()).toBe(1);
    clock.pass(day);
    await keepHouse(portal.deps, new Date());
    expect(await sessions()).toBe(0);
  });

  it('keeps valid rows and removes expired ones', async () => {
    const clock = takeClock();
    const { portal, person, email } = await openWithMember(engine);
    await trySignIn(portal, email, 'wrong!');
    const token = await mailedResetToken(portal, email);
    const rows = async () => ({
      counters: (await rowsOf(portal.store, 'rate_limits')).length,
      sessions: (await rowsOf(portal.store, 'session')).length,
      links: (await rowsOf(portal.store, 'mailed_tokens')).length,
    });
    const before = await rows();
    expect(before).toMatchObject({ sessions: 1, links: 1 });
    expect(before.counters).toBeGreaterThanOrEqual(4);

    await keepHouse(portal.deps, new Date());
    expect(await rows()).toEqual(before);
    expect((await person.get('/api/session')).body).toMatchObject({ user: { uid: person.uid } });
    expect((await resetPassword(portal, token)).status).toBe(200);

    await registerPerson(portal);
    await mailedResetToken(portal, email);
    clock.pass(7 * day + 60_000);
    await keepHouse(portal.deps, new Date());
    expect(await rows()).toEqual({ counters: 0, sessions: 0, links: 0 });
    expect(await rowsOf(portal.store, 'members')).toHaveLength(2);
  });

  it('does its other tasks when one fails, and the health page names the one that failed', async () => {
    const portal = await openTestApp(engine);
    const { db } = portal.store;
    await db.insertInto('rate_limits').values({ key: 'old', points: 1, expire: 1 }).execute();
    const folder = join(portal.deps.config.dataDir, 'outbox');
    // A folder in place of a file cannot be removed like one.
    await mkdir(join(folder, 'stuck.eml'), { recursive: true });
    await writeFile(join(folder, 'old.eml'), 'old');
    // The newest is removed first.
    await utimes(join(folder, 'stuck.eml'), 2, 2);
    await utimes(join(folder, 'old.eml'), 1, 1);
    const administrator = await signInAdministrator(portal);
    await db.schema.dropTable('mailed_tokens').execute();
    const shown = async () => {
      const { body } = await administrator.get('/api/diagnostics/health');
      const facts = (body as Health).groups.flatMap((group) => group.facts);
      return facts.find(({ label }) => label === 'Housekeeping');
    };
    expect(await shown()).toMatchObject({ verdict: 'info', value: 'Not done yet' });

    await keepHouse(portal.deps, new Date());
    expect(await db.selectFrom('rate_limits').select('key').where('key', '=', 'old').execute()).toEqual([]);
    expect(await readdir(folder)).toEqual(['stuck.eml']);
    expect(await shown()).toMatchObject({
      verdict: 'attention',
      value: 'Failed for mailed links, email files',
    });
    expect(portal.takeErrors().map(({ task }) => task)).toEqual(['mailed links', 'email files']);
  });

  it('removes devices that nobody has signed in on for too long', async () => {
    const { portal, person } = await openWithMember(engine);
    const devices = () => rowsOf(portal.store, 'known_devices');
    await person.post('/api/auth/sign-in/email', person.registration);
    expect(await devices()).toHaveLength(1);
    await keepHouse(portal.deps, new Date(Date.now() + knownDeviceLifetime - day));
    expect(await devices()).toHaveLength(1);
    await keepHouse(portal.deps, new Date(Date.now() + knownDeviceLifetime + day));
    expect(await devices()).toEqual([]);
  });
});
