import { expect, it } from 'vitest';
import { type Config, readConfig } from '#server/config/config.ts';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import { adminPassword, openTestApp, openWithMember, registerPerson, signIn } from '#tests/helpers/app.ts';
import { describeEachEngine, freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { mailedResetToken, resetPassword, trySignIn } from '#tests/helpers/passwords.ts';
import { placeVariables } from '#tests/helpers/portal-command.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { ensureAdministrator, resetAdministratorPassword } from './administrator.ts';

function configWith(some: Partial<Config>): Config {
  return { ...readConfig({ AUTH_SECRET: 'a secret of the tests, long enough to be taken' }), ...some };
}

describeEachEngine('the administrator', (engine) => {
  it('is created with the fixed id, and has no record', async () => {
    const portal = await openTestApp(engine, { env: { ADMIN_UID: 'the-one' } });
    expect(await ensureAdministrator(portal.store, portal.deps.config)).toBeNull();
    const administrator = await signIn(portal, 'Admin@SDC.example', adminPassword);
    expect((await administrator.get('/api/session')).body).toEqual({
      user: {
        uid: 'the-one',
        email: 'admin@sdc.example',
        displayName: 'Administrator',
        role: 'administrator',
      },
    });
    expect(await rowsOf(portal.store, 'members')).toEqual([]);
  });

  it('keeps the given address and password of the first start, which are not shown, whatever later starts are given', async () => {
    const portal = await openTestApp(engine);
    expect(await ensureAdministrator(portal.store, portal.deps.config)).toBeNull();
    const later = configWith({ adminEmail: 'other@sdc.example', adminPassword: 'other-password' });
    expect(await ensureAdministrator(portal.store, later)).toBeNull();
    expect((await trySignIn(portal, 'admin@sdc.example', adminPassword)).status).toBe(200);
  });

  it('is created once when several processes start together', async () => {
    const place = await freshDatabase(engine);
    const stores = [storeAt(place), storeAt(place), storeAt(place)] as const;
    const config = readConfig({ ...placeVariables(place), ADMIN_PASSWORD: adminPassword });
    const tokens = await Promise.all(stores.map((store) => ensureAdministrator(store, config)));
    expect(tokens).toEqual([null, null, null]);
    const [store] = stores;
    expect(await store.db.selectFrom('user').select('id').execute()).toEqual([{ id: 'sdc-admin' }]);
    expect(await rowsOf(store, 'account')).toMatchObject([{ userId: 'sdc-admin' }]);
  });

  it('stops the start if a member has the address', async () => {
    const { portal, registration } = await openWithMember(engine);
    const config = configWith({ adminEmail: registration.email, adminPassword });
    await expect(ensureAdministrator(portal.store, config)).rejects.toThrow(
      `ADMIN_EMAIL ${registration.email} belongs to another account already`,
    );
    expect(await rowsOf(portal.store, 'user')).toHaveLength(1);
  });
});

describeEachEngine('a lost administrator password', (engine) => {
  it('is replaced; sessions, reset links and known devices end, members keep theirs', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const member = await registerPerson(portal);
    const { adminEmail, adminUid } = portal.deps.config;
    const token = await mailedResetToken(portal, adminEmail);
    const { email, password } = await resetAdministratorPassword(portal.store, adminUid);
    expect(email).toBe(adminEmail);
    expect(password).toMatch(/^[\w-]{20}$/);
    expect((await administrator.get('/api/session')).body).toEqual({ user: null });
    expect(await rowsOf(portal.store, 'known_devices')).toMatchObject([{ uid: member.uid }]);
    expect((await trySignIn(portal, adminEmail, adminPassword)).status).toBe(401);
    expect((await resetPassword(portal, token)).status).toBe(400);
    expect((await trySignIn(portal, adminEmail, password)).body).toMatchObject({
      user: { role: 'administrator' },
    });
    expect((await member.get('/api/session')).body).toMatchObject({ user: { uid: member.uid } });
  });
});
