import { expect, it } from 'vitest';
import { openTestApp, registerPerson, signIn } from './helpers/app.ts';
import { restore } from './helpers/email-change.ts';
import { describeEachEngine } from './helpers/engines.ts';
import { newRegistration, profileOf } from './helpers/members.ts';
import { mailedResetToken, requestReset, resetPassword, trySignIn } from './helpers/passwords.ts';
import { tokenIn } from './helpers/sent-mails.ts';

/** A journey whose secrets are looked for in every line that was logged, at the finest level. */
describeEachEngine('the log', (engine) => {
  it('holds no password, token or cookie, whatever goes well or wrong', async () => {
    const portal = await openTestApp(engine);
    const { db } = portal.store;
    const secrets = new Set<string>();
    function secret(text: string): string {
      secrets.add(text);
      return text;
    }
    function cookiesOf(visitor: { cookies: Map<string, string> }): void {
      for (const cookie of visitor.cookies.values()) {
        for (const text of [cookie, ...decodeURIComponent(cookie).split('.')]) secret(text);
      }
    }

    const registration = newRegistration({ password: secret('canary-first-password') });
    const { email } = registration;
    const visitor = portal.visitor();
    expect((await visitor.post('/api/register', registration)).status).toBe(201);
    cookiesOf(visitor);
    cookiesOf(await signIn(portal, email, registration.password));
    const wrong = secret('canary-wrong-password');
    await trySignIn(portal, email, wrong);
    await trySignIn(portal, 'nobody@students.example', wrong);
    await portal
      .visitor()
      .post('/api/register', { ...registration, confirmPassword: secret('canary-mismatch') });
    const malformed = `{"password":"${secret('canary-malformed')}`;
    await portal.visitor().send('POST', '/api/auth/sign-in/email', { raw: malformed });

    await db.updateTable('user').set({ emailVerified: true }).execute();
    const profile = { ...profileOf(registration), email: 'moved@students.example' };
    expect((await visitor.patch('/api/me/profile', profile)).status).toBe(200);
    const restoring = secret(tokenIn((await portal.mails()).at(-1)));
    await restore(portal, restoring);
    await portal.visitor().get(`/restore-email?token=${restoring}`);
    const resetting = secret(await mailedResetToken(portal, email));
    await portal.visitor().get(`/reset-password?token=${resetting}`);

    // The restored address has no password any more.
    const other = newRegistration({ password: secret('canary-other-password') });
    cookiesOf(await registerPerson(portal, other));

    // Everything that needs these tables is now an error, which is logged whole.
    await db.schema.alterTable('session').renameTo('session_gone').execute();
    await db.schema.alterTable('mailed_tokens').renameTo('mailed_tokens_gone').execute();
    const newPassword = secret('canary-new-password');
    const fresh = newRegistration({ password: secret('canary-second-password') });
    const failures = [
      await visitor.get('/api/me'),
      await trySignIn(portal, other.email, other.password),
      await portal.visitor().post('/api/register', fresh),
      await resetPassword(portal, resetting, newPassword),
      await restore(portal, restoring),
    ];
    expect((await visitor.get('/dashboard')).status).toBe(200);
    await requestReset(portal, email);
    await portal.mails();
    expect(failures.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
    expect(portal.takeErrors().length).toBeGreaterThanOrEqual(failures.length + 1);
    await db.schema.alterTable('session_gone').renameTo('session').execute();
    await db.schema.alterTable('mailed_tokens_gone').renameTo('mailed_tokens').execute();

    await resetPassword(portal, resetting, newPassword);
    cookiesOf(await signIn(portal, email, newPassword));
    const hashes = await db.selectFrom('account').select('password').execute();
    for (const { password: hash } of hashes) secret(hash ?? '');

    const logged = portal.logText();
    expect(logged).toContain('request failed');
    expect(secrets.size).toBeGreaterThanOrEqual(15);
    for (const text of secrets) {
      expect(text.length).toBeGreaterThan(8);
      expect(logged).not.toContain(text);
      expect(logged).not.toContain(encodeURIComponent(text));
    }
  });
});
