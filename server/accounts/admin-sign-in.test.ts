import { expect, it } from 'vitest';
import type { Session } from '#domain/accounts.ts';
import { adminPassword, openTestApp, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';

const path = '/api/admin/sign-in';
const refused = {
  status: 401,
  body: {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid credentials. Please check your email and password.',
  },
};

describeEachEngine('signing in on the administrator’s page', (engine) => {
  it('lets the administrator in', async () => {
    const portal = await openTestApp(engine);
    await signInAdministrator(portal);
    const visitor = portal.visitor();
    const email = portal.deps.config.adminEmail;
    const answer = await visitor.post(path, { email: ` ${email.toUpperCase()} `, password: adminPassword });
    expect(answer).toMatchObject({ status: 200, body: { user: { email, role: 'administrator' } } });
    expect(((await visitor.get('/api/session')).body as Session).user?.role).toBe('administrator');
  });

  it('refuses everybody else, also with valid credentials, and leaves no session', async () => {
    const portal = await openTestApp(engine);
    await signInAdministrator(portal);
    const { registration } = await registerPerson(portal);
    const sessions = () => portal.store.db.selectFrom('session').select('token').execute();
    const before = await sessions();
    const { email, password } = registration;
    for (const body of [
      { email, password },
      { email, password: 'wrong password' },
      { email: 'nobody@students.example', password },
      { email: portal.deps.config.adminEmail, password: 'wrong password' },
    ]) {
      const visitor = portal.visitor();
      expect(await visitor.post(path, body)).toMatchObject(refused);
      expect(visitor.cookies.size).toBe(0);
    }
    expect(await sessions()).toEqual(before);
  });

  it('slows guessing, together with the other sign-in page', async () => {
    const portal = await openTestApp(engine);
    await signInAdministrator(portal);
    const email = portal.deps.config.adminEmail;
    const guess = (at: string) => portal.visitor().post(at, { email, password: 'wrong password' });
    for (let n = 0; n < 5; n += 1) expect((await guess(path)).status).toBe(401);
    expect(await guess(path)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    expect(await guess('/api/auth/sign-in/email')).toMatchObject({ status: 429 });
  });

  it.each(['a member', 'nobody'])(
    'makes whoever guesses at the address of %s wait just so',
    async (whose) => {
      const portal = await openTestApp(engine);
      await signInAdministrator(portal);
      const { registration } = await registerPerson(portal);
      const email = whose === 'nobody' ? 'nobody@students.example' : registration.email;
      const statuses: number[] = [];
      for (let n = 0; n < 7; n += 1) {
        statuses.push((await portal.visitor().post(path, { email, password: 'wrong password' })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    },
  );

  it('accepts an e-mail address and a password only', async () => {
    const visitor = (await openTestApp(engine)).visitor();
    for (const body of [{}, { email: 'x', password: 'y' }, { email: 'a@b.co' }]) {
      expect(await visitor.post(path, body)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    }
  });
});
