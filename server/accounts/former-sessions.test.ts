import { expect, it } from 'vitest';
import { openTestApp, registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { changedFrom, restore } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import { mailedResetToken, resetPassword, trySignIn } from '#tests/helpers/passwords.ts';
import { ensureAdministrator, resetAdministratorPassword } from './administrator.ts';

/** Divided among the ways to a new password. `npm run soak` plays 34 rounds of each. */
const rounds = isLongRun ? 34 : 8;
const parallel = 8;

interface FormerPassword {
  uid: string;
  email: string;
  password: string;
  /** Ends the password and every session. */
  replace: () => Promise<unknown>;
  /** How many sessions stay: that of the person who changes it. */
  kept?: number;
}

const ways: Record<string, (portal: TestApp) => Promise<FormerPassword>> = {
  async 'a password reset'(portal) {
    const { uid, registration } = await registerPerson(portal);
    const { email, password } = registration;
    const token = await mailedResetToken(portal, email);
    return { uid, email, password, replace: () => resetPassword(portal, token) };
  },
  async 'a change of the password'(portal) {
    const person = await registerPerson(portal);
    const { email, password } = person.registration;
    const change = { current: password, password: 'a new password' };
    return {
      ...{ uid: person.uid, email, password, kept: 1 },
      replace: () => person.post('/api/me/password', change),
    };
  },
  async 'the restoration of an e-mail address'(portal) {
    const person = await registerPerson(portal);
    const { email: former, password } = person.registration;
    const email = `thief.${former}`;
    const token = await changedFrom(portal, person, former, email);
    return { uid: person.uid, email, password, replace: () => restore(portal, token) };
  },
  async '`portal admin reset-password`'({ store, deps }) {
    const { adminUid: uid } = deps.config;
    await ensureAdministrator(store, deps.config);
    const credentials = await resetAdministratorPassword(store, uid);
    return { uid, ...credentials, replace: () => resetAdministratorPassword(store, uid) };
  },
};

describeEachEngine('a session made with the former password at the very moment', (engine) => {
  it.each(Object.entries(ways))('does not outlive %s', async (_way, open) => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    for (let round = 0; round < rounds; round += 1) {
      const { uid, email, password, replace, kept = 0 } = await open(portal);
      const browsers = Array.from({ length: parallel }, () => portal.visitor());
      // Spread over the time that the replacement takes.
      const attempts = browsers.map(async (browser, index) => {
        for (let turn = 0; turn < index; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        return trySignIn(portal, email, password, browser);
      });
      const [, ...answers] = await Promise.all([replace(), ...attempts]);
      for (const { status } of answers) expect([200, 401]).toContain(status);
      for (const browser of browsers)
        expect((await browser.get('/api/session')).body).toEqual({ user: null });
      const sessions = portal.store.db.selectFrom('session').where('userId', '=', uid);
      expect(await sessions.select('id').execute()).toHaveLength(kept);
    }
  });
});
