import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { type Config, readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open.ts';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import {
  adminPassword,
  openTestApp,
  openWithMember,
  registerPerson,
  signIn,
  signInAdministrator,
} from '#tests/helpers/app.ts';
import { describeEachEngine, freshDatabase, openTestStore } from '#tests/helpers/engines.ts';
import { programEnv } from '#tests/helpers/program-env.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { ensureAdministrator, resetAdministratorPassword } from './administrator.ts';

function configWith(some: Partial<Config> = {}): Config {
  return { ...readConfig({ AUTH_SECRET: 'a secret of the tests, long enough to be taken' }), ...some };
}

/** Runs `ensureAdministrator` in a separate process and gives its result. */
async function ensureElsewhere(env: NodeJS.ProcessEnv): Promise<unknown> {
  const program = `
    import { ensureAdministrator } from '#server/accounts/administrator.ts';
    import { readConfig } from '#server/config.ts';
    import { openStore } from '#server/store/open.ts';
    const config = readConfig(process.env);
    const store = await openStore(config);
    process.stdout.write(JSON.stringify(await ensureAdministrator(store, config)));
    await store.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...programEnv(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout));
}

describeEachEngine('the administrator', (engine) => {
  it('is created once, with the fixed id and a generated password that is shown once', async () => {
    const portal = await openTestApp(engine, { env: { ADMIN_UID: 'the-one', ADMIN_PASSWORD: '' } });
    const { config } = portal.deps;
    const told = await ensureAdministrator(portal.store, config);
    expect(told).toEqual({ email: 'admin@sdc.example', password: expect.stringMatching(/^[\w-]{20}$/) });
    expect(await ensureAdministrator(portal.store, config)).toBeNull();
    const administrator = await signIn(portal, 'Admin@SDC.example', told?.password ?? '');
    expect((await administrator.get('/api/session')).body).toEqual({
      user: {
        uid: 'the-one',
        email: 'admin@sdc.example',
        displayName: 'Administrator',
        role: 'administrator',
      },
    });
    expect(await portal.store.db.selectFrom('members').selectAll().execute()).toEqual([]);
  });

  it('has the given password, which is not shown', async () => {
    const store = await openTestStore(engine);
    expect(await ensureAdministrator(store, configWith({ adminPassword: 'given-password' }))).toBeNull();
    expect(await store.db.selectFrom('user').select('id').execute()).toEqual([{ id: 'sdc-admin' }]);
  });

  it('keeps the address and password of the first start, whatever later starts are given', async () => {
    const portal = await openTestApp(engine);
    await signInAdministrator(portal);
    const later = configWith({ adminEmail: 'other@sdc.example', adminPassword: 'other-password' });
    expect(await ensureAdministrator(portal.store, later)).toBeNull();
    expect((await signIn(portal, 'admin@sdc.example', adminPassword)).cookies.has('sdc_session')).toBe(true);
  });

  it('is created and shown once when several processes start together', async () => {
    const { dataDir, databaseUrl } = await freshDatabase(engine);
    const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const told = await Promise.all([1, 2, 3].map(() => ensureElsewhere(env)));
    expect(told.filter((one) => one !== null)).toHaveLength(1);
    const store = await openStore({ dataDir, databaseUrl });
    expect(await store.db.selectFrom('user').select('id').execute()).toEqual([{ id: 'sdc-admin' }]);
    expect(await store.db.selectFrom('account').select('userId').execute()).toEqual([
      { userId: 'sdc-admin' },
    ]);
    await store.close();
  });

  it('stops the start if a member has the address', async () => {
    const { portal, registration } = await openWithMember(engine);
    const config = configWith({ adminEmail: registration.email });
    await expect(ensureAdministrator(portal.store, config)).rejects.toThrow(
      `ADMIN_EMAIL ${registration.email} belongs to another account already`,
    );
    expect(await portal.store.db.selectFrom('user').select('id').execute()).toHaveLength(1);
  });
});

describeEachEngine('a lost administrator password', (engine) => {
  it('is replaced; sessions, reset links and known devices end, members keep theirs', async () => {
    const { portal, administrator } = await openWithMembers(engine);
    const member = await registerPerson(portal);
    const { adminEmail, adminUid } = portal.deps.config;
    await portal.visitor().post('/api/auth/request-password-reset', { email: adminEmail });
    const token = tokenIn((await portal.mails()).at(-1));

    const { email, password } = await resetAdministratorPassword(portal.store, adminUid);
    expect(email).toBe(adminEmail);
    expect(password).toMatch(/^[\w-]{20}$/);
    expect((await administrator.get('/api/session')).body).toEqual({ user: null });
    const devices = await portal.store.db.selectFrom('known_devices').select('uid').execute();
    expect(devices).toEqual([{ uid: member.uid }]);
    await expect(signIn(portal, adminEmail, adminPassword)).rejects.toThrow('401');
    const used = await portal
      .visitor()
      .post('/api/auth/reset-password', { token, newPassword: 'stolen password' });
    expect(used.status).toBe(400);
    expect((await (await signIn(portal, adminEmail, password)).get('/api/session')).body).toMatchObject({
      user: { role: 'administrator' },
    });
    expect((await member.get('/api/session')).body).toMatchObject({ user: { uid: member.uid } });
  });
});
