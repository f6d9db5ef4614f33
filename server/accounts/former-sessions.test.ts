import { expect, it } from 'vitest';
import {
  adminPassword,
  openTestApp,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { changedFrom, restore } from '#tests/helpers/email-change.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import { mailedResetToken, resetPassword, trySignIn } from '#tests/helpers/passwords.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { resetAdministratorPassword } from './administrator.ts';

/** FIGURES 25, divided among the ways to a new password. `npm run soak` plays 34 rounds of each. */
const rounds = isLongRun ? 34 : 8;
const parallel = 8;

function openPortal(engine: TestEngine): Promise<TestApp> {
  return openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
}

/** Signs in 8 times, spread over the time that `replace` takes. Gives the browsers, admitted or not. */
async function signInDuring(
  portal: TestApp,
  credentials: { email: string; password: string },
  replace: () => Promise<unknown>,
): Promise<Visitor[]> {
  const browsers = Array.from({ length: parallel }, () => portal.visitor());
  const attempts = browsers.map(async (browser, index) => {
    for (let turn = 0; turn < index; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return browser.post('/api/auth/sign-in/email', credentials);
  });
  const [, ...answers] = await Promise.all([replace(), ...attempts]);
  for (const { status } of answers) expect([200, 401]).toContain(status);
  return browsers;
}

async function expectAllSignedOut(portal: TestApp, uid: string, browsers: Visitor[]): Promise<void> {
  for (const browser of browsers) {
    expect((await browser.get('/api/session')).body).toEqual({ user: null });
  }
  const left = await portal.store.db.selectFrom('session').select('id').where('userId', '=', uid).execute();
  expect(left).toEqual([]);
}

describeEachEngine('a session made with the former password at the very moment', (engine) => {
  it('does not outlive a password reset', async () => {
    const portal = await openPortal(engine);
    const person = await registerPerson(portal);
    const { email } = person.registration;
    let { password } = person.registration;
    for (let round = 0; round < rounds; round += 1) {
      const token = await mailedResetToken(portal, email);
      const newPassword = `password ${round}`;
      const browsers = await signInDuring(portal, { email, password }, () =>
        resetPassword(portal, token, newPassword),
      );
      await expectAllSignedOut(portal, person.uid, browsers);
      password = newPassword;
    }
    expect((await trySignIn(portal, email, password)).status).toBe(200);
  });

  it('does not outlive the restoration of an e-mail address', async () => {
    const portal = await openPortal(engine);
    for (let round = 0; round < rounds; round += 1) {
      const person = await registerPerson(portal);
      const { email, password } = person.registration;
      const newEmail = `thief.${round}@elsewhere.example`;
      const token = await changedFrom(portal, person, email, newEmail);
      const browsers = await signInDuring(portal, { email: newEmail, password }, () =>
        restore(portal, token),
      );
      await expectAllSignedOut(portal, person.uid, [person, ...browsers]);
    }
  });

  it('does not outlive `portal admin reset-password`', async () => {
    const portal = await openPortal(engine);
    const { adminEmail: email, adminUid } = portal.deps.config;
    await signInAdministrator(portal);
    let password = adminPassword;
    for (let round = 0; round < rounds; round += 1) {
      let given = '';
      const browsers = await signInDuring(portal, { email, password }, async () => {
        given = (await resetAdministratorPassword(portal.store, adminUid)).password;
      });
      await expectAllSignedOut(portal, adminUid, browsers);
      password = given;
    }
  });
});
