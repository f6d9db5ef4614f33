import { describe, expect, it } from 'vitest';
import type { Session } from '#domain/accounts.ts';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import { adminPassword, registerPerson } from '#tests/helpers/app.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const path = '/api/admin/sign-in';
const refused = refusedWith(401, 'INVALID_EMAIL_OR_PASSWORD', {
  message: 'Invalid credentials. Please check your email and password.',
});

describe('signing in on the administrator’s page', () => {
  it('lets the administrator in', async () => {
    const { portal } = await openWithMembers('sqlite');
    const visitor = portal.visitor();
    const email = portal.deps.config.adminEmail;
    const answer = await visitor.post(path, { email: ` ${email.toUpperCase()} `, password: adminPassword });
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { email, displayName: 'Administrator', role: 'administrator' } },
    });
    expect(((await visitor.get('/api/session')).body as Session).user?.role).toBe('administrator');
  });

  it('refuses everybody else, also with valid credentials, and leaves no session', async () => {
    const { portal } = await openWithMembers('sqlite');
    const { registration } = await registerPerson(portal);
    const sessions = () => portal.store.db.selectFrom('session').select('id').execute();
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

  it.each(['the administrator', 'a member', 'nobody'] as const)(
    'slows guessing at the address of %s, together with the other sign-in page',
    async (whose) => {
      const { portal } = await openWithMembers('sqlite');
      const { registration } = await registerPerson(portal);
      const email = {
        'the administrator': portal.deps.config.adminEmail,
        'a member': registration.email,
        nobody: 'nobody@students.example',
      }[whose];
      const guess = (at: string) => portal.visitor().post(at, { email, password: 'wrong password' });
      for (let n = 0; n < 5; n += 1) expect((await guess(path)).status).toBe(401);
      for (const at of [path, '/api/auth/sign-in/email']) {
        expect(await guess(at)).toMatchObject(refusedWith(429, 'TOO_MANY_ATTEMPTS'));
      }
    },
  );
});
