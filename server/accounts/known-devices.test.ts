import { describe, expect, it } from 'vitest';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import {
  adminPassword,
  openWithMember,
  type Person,
  registerPerson,
  type TestApp,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { mailedResetToken } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import type { Answer, Visitor } from '#tests/helpers/visitor.ts';

const signInPath = '/api/auth/sign-in/email';

/** Strangers who guess until they have to wait. */
async function guessAt(portal: TestApp, email: string, path = signInPath): Promise<void> {
  const guess = () => portal.visitor('203.0.113.9').post(path, { email, password: 'a guess' });
  let answer = await guess();
  for (let guesses = 1; answer.status === 401 && guesses < 10; guesses += 1) answer = await guess();
  expect(answer.status).toBe(429);
}

function attempt(browser: Visitor, { registration }: Person, password?: string): Promise<Answer> {
  const { email } = registration;
  return browser.post(signInPath, { email, password: password ?? registration.password });
}

function devicesOf({ store }: TestApp, uid: string) {
  return store.db.selectFrom('known_devices').selectAll().where('uid', '=', uid).execute();
}

describe('a device that has signed in before', () => {
  it('lets its owner in while strangers guess, also from the same IP address', async () => {
    const { portal, person } = await openWithMember('sqlite');
    await guessAt(portal, person.registration.email);
    const unknown = portal.visitor();
    expect((await attempt(unknown, person)).status).toBe(429);
    expect((await attempt(person, person)).status).toBe(200);
    // The owner's success gives the strangers no new guesses.
    expect((await attempt(unknown, person)).status).toBe(429);
  });

  it('has its attempts counted separately, with the same delays', async () => {
    const clock = takeClock();
    const { portal, person } = await openWithMember('sqlite');
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await attempt(person, person, 'wrong')).status).toBe(401);
    }
    expect((await attempt(person, person)).status).toBe(429);
    expect((await attempt(portal.visitor(), person)).status).toBe(200);
    clock.pass(30_000);
    expect((await attempt(person, person)).status).toBe(200);
  });

  it('is known only to accounts that it has signed in to', async () => {
    const { portal, person } = await openWithMember('sqlite');
    const other = await registerPerson(portal);
    await guessAt(portal, other.registration.email);
    expect((await attempt(person, other)).status).toBe(429);
  });

  it.each(['forged', 'of a session', 'of another portal'])(
    'is not known by a cookie that is %s',
    async (kind) => {
      const { portal, person } = await openWithMember('sqlite');
      const env = { AUTH_SECRET: 'the secret of another portal, as long as it must be' };
      const { person: elsewhere } = await openWithMember('sqlite', { env });
      const cookie = {
        forged: `${'x'.repeat(32)}.${'A'.repeat(43)}=`,
        'of a session': person.cookies.get('sdc_session') ?? '',
        'of another portal': elsewhere.cookies.get('sdc_device') ?? '',
      }[kind];
      await guessAt(portal, person.registration.email);
      const visitor = portal.visitor();
      visitor.cookies.set('sdc_device', cookie ?? '');
      expect((await attempt(visitor, person)).status).toBe(429);
    },
  );

  it('is stored as a hash, and the address of the account in no counter', async () => {
    const { portal, person } = await openWithMember('sqlite');
    await attempt(person, person, 'wrong');
    const [device = ''] = decodeURIComponent(person.cookies.get('sdc_device') ?? '').split('.');
    expect(device).toMatch(/^[\w-]{32}$/);
    expect(JSON.stringify(await devicesOf(portal, person.uid))).not.toContain(device);
    expect(JSON.stringify(await rowsOf(portal.store, 'rate_limits'))).not.toContain(
      person.registration.email,
    );
  });
});

describeEachEngine('a device that has signed in before', (engine) => {
  it('is one of at most 10, the most recently used, and takes no place of another account', async () => {
    const clock = takeClock();
    const { portal, person } = await openWithMember(engine);
    const other = await registerPerson(portal);
    const browsers: Visitor[] = [];
    for (let count = 0; count < 12; count += 1) {
      const browser = portal.visitor();
      expect((await attempt(browser, person)).status).toBe(200);
      browsers.push(browser);
      clock.pass(1_000);
      // The first one is used again.
      if (count === 5) expect((await attempt(browsers[0] ?? browser, person)).status).toBe(200);
    }
    expect(await devicesOf(portal, person.uid)).toHaveLength(10);
    expect(await devicesOf(portal, other.uid)).toHaveLength(1);
    await guessAt(portal, person.registration.email);
    const statuses = await Promise.all(
      browsers.map(async (browser) => (await attempt(browser, person)).status),
    );
    expect(statuses).toEqual([200, 429, 429, ...Array<number>(9).fill(200)]);
  });
});

describe('a completed password reset', () => {
  it('clears the delays, and makes the device known', async () => {
    const { portal, person, email } = await openWithMember('sqlite');
    for (let failure = 0; failure < 6; failure += 1) await attempt(person, person, 'forgotten');
    await guessAt(portal, email);
    const token = await mailedResetToken(portal, email);
    const browser = portal.visitor();
    const newPassword = 'a new password';
    expect((await browser.post('/api/auth/reset-password', { token, newPassword })).status).toBe(200);

    expect((await attempt(person, person, newPassword)).status).toBe(200);
    expect((await attempt(portal.visitor(), person, newPassword)).status).toBe(200);
    await guessAt(portal, email);
    expect((await attempt(browser, person, newPassword)).status).toBe(200);
  });
});

describe('the administrator', () => {
  it('signs in on /admin from a known device while strangers guess there', async () => {
    const { portal, administrator } = await openWithMembers('sqlite');
    const { adminEmail: email } = portal.deps.config;
    await administrator.post('/api/auth/sign-out', {});
    await guessAt(portal, email, '/api/admin/sign-in');
    const credentials = { email, password: adminPassword };
    expect((await portal.visitor().post('/api/admin/sign-in', credentials)).status).toBe(429);
    expect((await administrator.post('/api/admin/sign-in', credentials)).status).toBe(200);
  });
});
