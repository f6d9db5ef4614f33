import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailAddress } from '#domain/accounts.ts';
import { buildApp } from '#server/app.ts';
import { createLimits } from '#server/limits/limits.ts';
import { openTestApp, openWithMember, registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { type Answer, createVisitor, refusedWith } from '#tests/helpers/visitor.ts';

const refused = refusedWith(401, 'INVALID_EMAIL_OR_PASSWORD', { message: 'Invalid email or password' });

function attempt(portal: TestApp, email: string, password: string, forged?: string): Promise<Answer> {
  const headers = forged ? { 'X-Forwarded-For': forged } : {};
  return portal.visitor().send('POST', '/api/auth/sign-in/email', { body: { email, password }, headers });
}

function retryAfter({ headers }: Answer): number {
  return Number(headers.get('retry-after'));
}

describe('signing in', () => {
  it('gives the account, in any case of the address', async () => {
    const portal = await openTestApp('sqlite');
    const { uid, registration } = await registerPerson(portal);
    const { email, password, fullName } = registration;
    const user = { uid, email, displayName: fullName, role: 'member' };
    for (const typed of [email, email.toUpperCase(), ` ${email} `]) {
      expect(await attempt(portal, typed, password)).toMatchObject({ status: 200, body: { user } });
    }
  });

  it('does not reveal whether an address is known', async () => {
    const { portal, registration } = await openWithMember('sqlite');
    const wrong = await attempt(portal, registration.email, 'wrong password');
    const unknown = await attempt(portal, 'nobody@students.example', 'wrong password');
    for (const answer of [wrong, unknown]) expect(answer).toMatchObject(refused);
    expect(unknown.text).toBe(wrong.text);
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it('needs the exact password', async () => {
    const portal = await openTestApp('sqlite');
    const { registration } = await registerPerson(portal, { password: 'Correct Horse' });
    for (const password of ['correct horse', ' Correct Horse', 'Correct Horse ', 'Correct']) {
      expect(await attempt(portal, registration.email, password)).toMatchObject(refused);
    }
  });
});

describe('guessing', () => {
  it('has 5 free failures, then one guess per delay, which doubles from 30 seconds to 15 minutes', async () => {
    const clock = takeClock();
    const { portal, email, password } = await openWithMember('sqlite');
    for (let failure = 0; failure < 5; failure += 1)
      expect(await attempt(portal, email, 'wrong!')).toMatchObject(refused);

    for (const seconds of [30, 60, 120, 240, 480, 900, 900, 900]) {
      const early = await attempt(portal, email, password);
      const message = expect.stringMatching(
        /^Too many attempts\. Please try again in \d+ (second|minute)s?\.$/,
      );
      expect(early).toMatchObject(refusedWith(429, 'TOO_MANY_ATTEMPTS', { message }));
      expect(retryAfter(early)).toBeGreaterThan(seconds - 10);
      expect(retryAfter(early)).toBeLessThanOrEqual(seconds);
      // A guess within the delay does not extend it.
      clock.pass(seconds * 500);
      expect(await attempt(portal, email, 'wrong!')).toMatchObject({ status: 429 });
      clock.pass(seconds * 500);
      expect(await attempt(portal, email, 'wrong!')).toMatchObject(refused);
    }
    // Never a hard lock: the owner signs in after the delay, and the count starts again.
    clock.pass(900_000);
    expect((await attempt(portal, email, password)).status).toBe(200);
    for (let failure = 0; failure < 5; failure += 1)
      expect(await attempt(portal, email, 'wrong!')).toMatchObject(refused);
    expect(await attempt(portal, email, password)).toMatchObject({ status: 429 });
  });

  it('is remembered across a restart', async () => {
    const { portal, email, password } = await openWithMember('sqlite');
    for (let failure = 0; failure < 5; failure += 1) await attempt(portal, email, 'wrong!');
    const limits = createLimits({ db: portal.store.db, secret: portal.deps.config.authSecret });
    const restarted = buildApp({ ...portal.deps, limits });
    const again = createVisitor(restarted, portal.deps.config.portalUrl);
    expect(await again.post('/api/auth/sign-in/email', { email, password })).toMatchObject({ status: 429 });
    expect(await attempt(portal, email, password)).toMatchObject({ status: 429 });
  });
});

describeEachEngine('guessing', (engine) => {
  it.each([
    ['forged', {}],
    ['real', { TRUST_PROXY: '192.0.2.1' }],
  ])(
    'reaches the hash at most 10 times with 100 concurrent attempts from 100 %s addresses',
    async (_, env) => {
      const portal = await openTestApp(engine, { env });
      const target = await registerPerson(portal);
      const neighbour = await registerPerson(portal);
      const guesses = Array.from({ length: 100 }, (_, index) =>
        attempt(portal, target.registration.email, `guess ${index}`, `198.51.100.${index}`),
      );
      const calm = attempt(portal, neighbour.registration.email, neighbour.registration.password);
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([401, 429]));
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
      expect((await calm).status).toBe(200);
    },
  );
});

describe('an address that the rules accept', () => {
  it('is one that better-auth accepts at sign-in too', async () => {
    const portal = await openTestApp('sqlite', { env: { RATE_LIMIT: 'off' } });
    const typed = fc.oneof(
      fc.emailAddress(),
      fc.stringMatching(/^[a-z0-9._%+'-]{1,12}@[a-z0-9.-]{1,12}\.[a-z]{1,4}$/),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (email) => {
        fc.pre(emailAddress.safeParse(email).success);
        expect(await attempt(portal, email, 'password')).toMatchObject(refused);
      }),
      { numRuns: 40 },
    );
  });
});
