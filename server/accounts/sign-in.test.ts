import { describe, expect, it } from 'vitest';
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

it('signing in needs the exact password, and sets no cookie without it', async () => {
  const portal = await openTestApp('sqlite');
  const { registration } = await registerPerson(portal, { password: 'Correct Horse' });
  for (const password of ['correct horse', ' Correct Horse', 'Correct Horse ', 'Correct']) {
    const answer = await attempt(portal, registration.email, password);
    expect(answer).toMatchObject(refused);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
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
      const wait = Number(early.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(seconds - 10);
      expect(wait).toBeLessThanOrEqual(seconds);
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
