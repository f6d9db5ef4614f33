import { expect, it } from 'vitest';
import { openWithMember } from '#tests/helpers/app.ts';
import { newRegistration } from '#tests/helpers/members.ts';

it.each([
  ['http://portal.test', '', false],
  ['https://portal.test', '__Host-', true],
])(
  'cookies at %s are for this site and for no script, by registration as by sign-in',
  async (url, prefix, secure) => {
    const { portal, email, password } = await openWithMember('sqlite', { env: { PORTAL_URL: url } });
    for (const answer of [
      await portal.visitor().post('/api/register', newRegistration()),
      await portal.visitor().post('/api/auth/sign-in/email', { email, password }),
    ]) {
      const cookies = answer.headers.getSetCookie();
      expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
        `${prefix}sdc_session`,
        `${prefix}sdc_device`,
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
