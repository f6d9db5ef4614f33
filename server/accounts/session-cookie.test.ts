import { describe, expect, it } from 'vitest';
import { openTestApp, registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { cookieHeader } from '#tests/helpers/cookies.ts';

describe('the session cookie', () => {
  async function cookies(portal: TestApp): Promise<[string, string]> {
    const person = await registerPerson(portal);
    const { email, password } = person.registration;
    const registered = await portal
      .visitor()
      .post('/api/register', { ...person.registration, email: `x.${email}` });
    const signedIn = await portal.visitor().post('/api/auth/sign-in/email', { email, password });
    const [one = ''] = registered.headers.getSetCookie();
    const [other = ''] = signedIn.headers.getSetCookie();
    return [one, other];
  }

  it('is for this site and for no script, by registration as by sign-in', async () => {
    const portal = await openTestApp('sqlite');
    for (const cookie of await cookies(portal)) {
      expect(cookie).toMatch(/^sdc_session=[\w-]{32,43}\.[\w%]+;/);
      for (const attribute of [/; Path=\/(;|$)/, /; HttpOnly(;|$)/i, /; SameSite=Lax(;|$)/i])
        expect(cookie).toMatch(attribute);
      expect(cookie).not.toMatch(/; (Secure|Domain)/i);
      expect(cookie).toMatch(/; (Max-Age=604800|Expires=)/i);
    }
  });

  it('is for TLS only if the portal is on https', async () => {
    const portal = await openTestApp('sqlite', { env: { PORTAL_URL: 'https://portal.test' } });
    for (const cookie of await cookies(portal)) {
      expect(cookie).toMatch(/^__Host-sdc_session=/);
      for (const attribute of [
        /; Path=\/(;|$)/,
        /; HttpOnly(;|$)/i,
        /; SameSite=Lax(;|$)/i,
        /; Secure(;|$)/i,
      ]) {
        expect(cookie).toMatch(attribute);
      }
      expect(cookie).not.toMatch(/; Domain/i);
    }
  });

  it('cannot be read by another portal', async () => {
    const [here, there] = [
      await openTestApp('sqlite'),
      await openTestApp('sqlite', {
        env: { AUTH_SECRET: 'the secret of another portal, as long as it must be' },
      }),
    ];
    const person = await registerPerson(here);
    const { body } = await there
      .visitor()
      .send('GET', '/api/session', { headers: { Cookie: cookieHeader(person.cookies) } });
    expect(body).toEqual({ user: null });
  });
});
