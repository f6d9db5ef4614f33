import { describe, expect, it } from 'vitest';
import { adminPassword, openWithMember, signInAdministrator } from '#tests/helpers/app.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { mailedResetToken, trySignIn } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { createHashQueue } from './hash-queue.ts';
import { createPasswords } from './passwords.ts';

/** Passwords with a queue that one hash fills. */
function fillable() {
  const queue = createHashQueue({ atOnce: 1, waitingAtMost: 0 });
  let release = () => {};
  return {
    passwords: createPasswords(queue),
    fill: () =>
      void queue.run(
        { lane: 'member', sender: 'somebody' },
        () => new Promise<void>((end) => (release = end)),
      ),
    async empty() {
      release();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const refused = refusedWith(503, 'TOO_BUSY');

describe('while too many passwords wait to be hashed', () => {
  it('every request that hashes is refused with Retry-After, and works afterwards', async () => {
    const busy = fillable();
    const { passwords } = busy;
    const { portal, person, email, password } = await openWithMember('sqlite', { passwords });
    const { adminEmail } = portal.deps.config;
    await signInAdministrator(portal);
    const token = await mailedResetToken(portal, email);
    const requests: [string, object][] = [
      ['/api/auth/sign-in/email', { email, password }],
      ['/api/auth/sign-in/email', { email: 'nobody@students.example', password }],
      ['/api/admin/sign-in', { email: adminEmail, password: adminPassword }],
      ['/api/admin/sign-in', { email, password }],
      ['/api/register', newRegistration()],
      ['/api/auth/reset-password', { token, newPassword: 'a new password' }],
    ];
    busy.fill();
    for (const [path, body] of requests) {
      const answer = await portal.visitor().post(path, body);
      expect(answer).toMatchObject(refused);
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    expect((await person.get('/api/me')).status).toBe(200);
    await busy.empty();
    const statuses: number[] = [];
    for (const [path, body] of requests) statuses.push((await portal.visitor().post(path, body)).status);
    expect(statuses).toEqual([200, 401, 200, 401, 201, 200]);
  });

  it('an attempt does not count as a failure, and leaves no count', async () => {
    const busy = fillable();
    const { passwords } = busy;
    const { portal, email, password } = await openWithMember('sqlite', { passwords });
    const attempt = (tried: string) => trySignIn(portal, email, tried);
    for (let failure = 0; failure < 4; failure += 1) expect((await attempt('wrong')).status).toBe(401);
    busy.fill();
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await attempt(password)).toMatchObject(refused);
      expect(await trySignIn(portal, `nobody-${tries}@students.example`, 'x')).toMatchObject(refused);
    }
    const counters = (await rowsOf(portal.store, 'rate_limits')).map(({ key }) => key.split(':')[0]);
    expect(counters.filter((name) => name === 'sign-in-attempts')).toHaveLength(1);
    await busy.empty();
    expect((await attempt(password)).status).toBe(200);
  });
});
