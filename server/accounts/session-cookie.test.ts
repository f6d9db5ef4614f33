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

  it.each([
    ['http://portal.test', /^sdc_session=[\w-]{32,43}\.[\w%]+;/, false],
    ['https://portal.test', /^__Host-sdc_session=/, true],
  ])('at %s is for this site and for no script, by registration as by sign-in', async (url, name, secure) => {
    const portal = await openTestApp('sqlite', { env: { PORTAL_URL: url } });
    for (const cookie of await cookies(portal)) {
      for (const part of [
        name,
        /; Path=\/(;|$)/,
        /; HttpOnly(;|$)/i,
        /; SameSite=Lax(;|$)/i,
        /; Expires=/i,
      ]) {
        expect(cookie).toMatch(part);
      }
      expect(cookie).not.toMatch(/; Domain/i);
      expect(/; Secure(;|$)/i.test(cookie)).toBe(secure);
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
