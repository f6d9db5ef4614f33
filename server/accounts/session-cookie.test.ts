import { expect, it } from 'vitest';
import { openWithMember } from '#tests/helpers/app.ts';
import { cookieHeader } from '#tests/helpers/cookies.ts';
import { newRegistration } from '#tests/helpers/members.ts';

it.each([
  ['http://portal.test', '', '', false],
  ['https://portal.test', '__Host-', '', true],
  ['http://portal.test:3001', '', '_3001', false],
  ['https://portal.test:8443', '__Host-', '_8443', true],
])(
  'cookies at %s are for this portal and for no script, by registration as by sign-in',
  async (url, prefix, suffix, secure) => {
    const { portal, email, password } = await openWithMember('sqlite', { env: { PORTAL_URL: url } });
    for (const answer of [
      await portal.visitor().post('/api/register', newRegistration()),
      await portal.visitor().post('/api/auth/sign-in/email', { email, password }),
    ]) {
      const cookies = answer.headers.getSetCookie();
      expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
        `${prefix}sdc_session${suffix}`,
        `${prefix}sdc_device${suffix}`,
      ]);
      for (const cookie of cookies) {
        for (const part of [/; Path=\/(;|$)/, /; HttpOnly(;|$)/i, /; SameSite=Lax(;|$)/i])
          expect(cookie).toMatch(part);
        expect(cookie).not.toMatch(/; Domain/i);
        expect(/; Secure(;|$)/i.test(cookie)).toBe(secure);
      }
      // The device stays known when the session has ended.
      const [session = 0, device = 0] = cookies.map((cookie) =>
        Date.parse(/Expires=([^;]+)/i.exec(cookie)?.[1] ?? ''),
      );
      expect(session).toBeGreaterThan(Date.now());
      expect(device).toBeGreaterThan(Date.now() + 300 * 24 * 60 * 60 * 1000);
    }
  },
);

it('two portals on ports of one host leave each other’s members signed in', async () => {
  const [one, other] = await Promise.all(
    ['http://portal.test:3001', 'http://portal.test:3002'].map((PORTAL_URL) =>
      openWithMember('sqlite', { env: { PORTAL_URL } }),
    ),
  );
  // A browser has one set of cookies for both.
  const cookies = new Map([...(one?.person.cookies ?? []), ...(other?.person.cookies ?? [])]);
  for (const { portal, person } of [one, other].filter((each) => each !== undefined)) {
    const headers = { Cookie: cookieHeader(cookies) };
    const { body } = await portal.visitor().send('GET', '/api/session', { headers });
    expect(body).toMatchObject({ user: { uid: person.uid } });
  }
});
