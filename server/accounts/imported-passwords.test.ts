import { createHook } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { openTestApp, registerPerson, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { day, restore } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { makeFiles, type Oddity, oddities } from '#tests/helpers/firebase-export.ts';
import { importFiles, signInStatus } from '#tests/helpers/firebase-import.ts';
import { resetPassword } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { tokenIn } from '#tests/helpers/sent-mails.ts';
import { findCredentials } from './credentials.ts';
import { mailRestoreLink } from './email-change.ts';
import { replaceImportedHash } from './imported-passwords.ts';
import { issueResetLink } from './mailed-tokens.ts';

/** How many derivations of each kind Node starts while `work` runs. */
async function derivationsIn(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const started: Record<string, number> = {};
  const hook = createHook({
    init(_id, type) {
      if (/^(SCRYPT|ARGON2)REQUEST$/.test(type)) started[type] = (started[type] ?? 0) + 1;
    },
  }).enable();
  await work();
  hook.disable();
  return started;
}

function attempt(portal: TestApp, email: string, path = '/api/auth/sign-in/email') {
  return derivationsIn(async () => {
    const { status } = await portal.visitor().post(path, { email, password: 'not the password' });
    expect([email, status]).toEqual([email, 401]);
  });
}

describeEachEngine('an attempt to sign in', (engine) => {
  it('costs the same for every address, while Firebase hashes are stored and afterwards', async () => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    const member = await registerPerson(portal);
    await signInAdministrator(portal);
    const files = await makeFiles();
    await importFiles(portal, files);
    const addressOf = (oddity: Oddity) =>
      files.people.find((person) => person.oddity === oddity)?.email ?? '';
    const addresses = {
      unknown: 'nobody@college.example',
      registered: member.registration.email,
      imported: addressOf('complete'),
      'without a password': addressOf('federated'),
      disabled: addressOf('disabled'),
      'disabled, without a password': addressOf('disabled federated'),
      administrator: portal.deps.config.adminEmail,
    };
    for (const [kind, email] of Object.entries(addresses)) {
      for (const path of ['/api/auth/sign-in/email', '/api/admin/sign-in']) {
        const spent = await attempt(portal, email, path);
        expect([kind, path, spent]).toEqual([kind, path, { SCRYPTREQUEST: 1, ARGON2REQUEST: 1 }]);
      }
    }
    await portal.store.db.deleteFrom('account').where('password', 'like', '%$firebase$%').execute();
    await portal.store.db.deleteFrom('password_keys').execute();
    for (const [kind, email] of Object.entries(addresses)) {
      expect([kind, await attempt(portal, email)]).toEqual([kind, { ARGON2REQUEST: 1 }]);
    }
  });

  it('is refused for an imported password if the secret has changed, and the log says why', async () => {
    const portal = await openTestApp(engine);
    const files = await makeFiles({ count: 1 });
    await importFiles(portal, files, { secret: 'another secret of at least 32 characters' });
    const [person] = files.people;
    expect(await signInStatus(portal, person?.email ?? '', person?.password ?? '')).toBe(401);
    expect(portal.takeErrors().map(({ msg }) => msg)).toEqual([
      'imported passwords cannot be verified: AUTH_SECRET is another one',
    ]);
  });
});

describeEachEngine('a first sign-in with an imported password', (engine) => {
  it('replaces the hash once, also with concurrent sign-ins', async () => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    const files = await makeFiles({ count: 1 });
    await importFiles(portal, files);
    const { email = '', password = '' } = files.people[0] ?? {};
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () => signInStatus(portal, email, password)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await rowsOf(portal.store, 'account')).toMatchObject([
      { password: expect.stringMatching(/^\$argon2id\$/) },
    ]);
    expect(await signInStatus(portal, email, password)).toBe(200);
    expect(await rowsOf(portal.store, 'password_keys')).toEqual([]);
  });

  it('works for the members of each of two projects', async () => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    for (const count of [1, oddities.length + 1]) {
      const files = await makeFiles({ count });
      await importFiles(portal, files);
      const { email = '', password = '' } = files.people.at(-1) ?? {};
      expect(await signInStatus(portal, email, 'not the password')).toBe(401);
      if (count > 1) expect(await signInStatus(portal, email, password)).toBe(200);
    }
    const [first] = (await makeFiles({ count: 1 })).people;
    expect(await signInStatus(portal, first?.email ?? '', first?.password ?? '')).toBe(200);
  });

  it('keeps a password that was set meanwhile', async () => {
    const portal = await openTestApp(engine);
    const files = await makeFiles({ count: 1 });
    await importFiles(portal, files);
    const { uid = '', password = '' } = files.people[0] ?? {};
    const reset = '$argon2id$v=19$m=1,t=1,p=1$c29tZXNhbHQ$c29tZWhhc2g';
    await replaceImportedHash(portal.store, {
      uid,
      password,
      key: { lane: 'sign-in', sender: '192.0.2.1' },
      passwords: {
        async hash() {
          await portal.store.db.updateTable('account').set({ password: reset }).execute();
          return 'a hash that comes too late';
        },
      },
    });
    expect(await rowsOf(portal.store, 'account')).toMatchObject([{ password: reset }]);
  });
});

describeEachEngine('a disabled account', (engine) => {
  it('stays closed, whichever link somebody has', async () => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    const files = await makeFiles();
    await importFiles(portal, files);
    const disabled = files.people.find(({ oddity }) => oddity === 'disabled');
    const { uid = '', email = '', password = '' } = disabled ?? {};
    const hash = async () => (await findCredentials(portal.store.db, email))?.hash;
    const locked = await hash();
    expect(locked).toMatch(/^!/);

    const token = await portal.store.transact((trx) => issueResetLink(trx, uid));
    expect((await resetPassword(portal, token)).status).toBe(400);
    expect(await hash()).toBe(locked);

    // Its address was changed, by the administrator, say, and the change is reverted.
    await portal.store.db
      .updateTable('user')
      .set({ email: 'later@college.example' })
      .where('id', '=', uid)
      .execute();
    await portal.store.transact(async (trx) => {
      await mailRestoreLink(portal.deps, trx, { uid, email, expiresAt: new Date(Date.now() + day) });
    });
    expect((await restore(portal, tokenIn((await portal.mails()).at(-1)))).status).toBe(200);
    expect(await hash()).toBe(locked);
    expect(await portal.mails()).toHaveLength(1);
    // Its owner learns why.
    expect(await signInStatus(portal, email, password)).toBe(403);
    expect(await signInStatus(portal, email, 'a new password')).toBe(401);
  });
});
