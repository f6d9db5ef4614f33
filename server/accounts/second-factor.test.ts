import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import {
  adminPassword,
  openTestApp,
  registerPerson,
  signInAdministrator,
  signInReviewer,
  type TestApp,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { mailedResetToken } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';
import { removeSecondFactor } from './second-factor.ts';

const path = '/api/me/second-factor';
const wrongCode = refusedWith(401, 'WRONG_CODE', { field: 'code' });

/** The code that an app shows now, or so many steps later. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Sets a second factor up, as its page does. */
async function setUp(person: Visitor, password = adminPassword) {
  const { secret } = (await person.post(`${path}/begin`, { password })).body as { secret: string };
  const answer = await person.post(path, { code: codeOf(secret) });
  expect(answer.status).toBe(200);
  return { secret, codes: (answer.body as { codes: string[] }).codes };
}

function trySignIn(portal: TestApp, email: string, code?: string, browser = portal.visitor()) {
  return browser.post('/api/auth/sign-in/email', { email, password: adminPassword, code });
}

describeEachEngine('a second factor', (engine) => {
  it('asks for a code after the right password alone, and takes each once', async () => {
    const clock = takeClock();
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    const { email, ...reviewer } = await signInReviewer(portal);
    const elsewhere = portal.visitor();
    expect((await trySignIn(portal, email, undefined, elsewhere)).status).toBe(200);
    const { secret } = await setUp(reviewer);
    expect(await elsewhere.get('/api/session')).toMatchObject({ body: { user: null } });
    expect(await reviewer.get('/api/session')).toMatchObject({ body: { user: { email } } });
    clock.pass(30_000);

    const required = refusedWith(401, 'SECOND_FACTOR_REQUIRED', { field: 'code' });
    expect(await trySignIn(portal, email)).toMatchObject(required);
    const wrong = { email, password: 'wrong', code: codeOf(secret) };
    const refused = refusedWith(401, 'INVALID_EMAIL_OR_PASSWORD');
    expect(await portal.visitor().post('/api/auth/sign-in/email', wrong)).toMatchObject(refused);
    expect(await trySignIn(portal, email, '000000')).toMatchObject(wrongCode);
    const code = codeOf(secret);
    const answers = await Promise.all([1, 2, 3].map(() => trySignIn(portal, email, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    // Nor is one that was shown before it.
    expect(await trySignIn(portal, email, codeOf(secret, -1))).toMatchObject(wrongCode);
    const administrator = await portal
      .visitor()
      .post('/api/admin/sign-in', { email, password: adminPassword });
    expect(administrator).toMatchObject(refused);
  });

  it('throttles codes like passwords', async () => {
    takeClock();
    const portal = await openTestApp(engine);
    const { email, ...reviewer } = await signInReviewer(portal);
    const { codes } = await setUp(reviewer);
    const stranger = () => trySignIn(portal, email, '123456', portal.visitor('203.0.113.9'));
    for (let guess = 0; guess < 5; guess += 1) expect(await stranger()).toMatchObject(wrongCode);
    expect((await stranger()).status).toBe(429);
    expect((await trySignIn(portal, email, codes[0])).status).toBe(429);
    // The owner's device is counted apart.
    expect((await trySignIn(portal, email, codes[0], reviewer)).status).toBe(200);
  });

  it('is guessed no faster by the holder of the mailbox, who makes new passwords and known devices', async () => {
    const clock = takeClock();
    const portal = await openTestApp(engine);
    const { email, ...reviewer } = await signInReviewer(portal);
    const { codes } = await setUp(reviewer);
    const answers: number[] = [];
    for (const time of [1, 2, 3]) {
      const thief = portal.visitor();
      const newPassword = `the thief’s ${time}`;
      clock.pass(1_000);
      const token = await mailedResetToken(portal, email);
      expect((await thief.post('/api/auth/reset-password', { token, newPassword })).status).toBe(200);
      const guess = { email, password: newPassword, code: '123456' };
      for (let times = 0; times < 5; times += 1)
        answers.push((await thief.post('/api/auth/sign-in/email', guess)).status);
    }
    expect(answers).toEqual([...Array(5).fill(401), ...Array(10).fill(429)]);
    clock.pass(30_000);
    const right = { email, password: 'the thief’s 3', code: codes[0] };
    expect((await portal.visitor().post('/api/auth/sign-in/email', right)).status).toBe(200);
  });

  it('takes each recovery code once, and stores none of them, nor the secret', async () => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    const { email, ...reviewer } = await signInReviewer(portal);
    const { secret, codes } = await setUp(reviewer);
    expect(new Set(codes).size).toBe(10);
    const stored = JSON.stringify(await rowsOf(portal.store, 'second_factors'));
    for (const text of [secret, ...codes]) expect(stored).not.toContain(text);
    for (const code of codes) {
      expect((await trySignIn(portal, email, ` ${code.toUpperCase()} `)).status).toBe(200);
      expect(await trySignIn(portal, email, code)).toMatchObject(wrongCode);
    }
    expect(await reviewer.get('/api/me/factors')).toMatchObject({ body: { recoveryCodes: 0 } });
  });

  it('is removed with the password, or by the operator, and then no other session answers', async () => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    const { email, uid, ...reviewer } = await signInReviewer(portal);
    const { codes } = await setUp(reviewer);
    const elsewhere = portal.visitor();
    await trySignIn(portal, email, codes[0], elsewhere);
    const wrong = await reviewer.send('DELETE', path, { body: { password: 'wrong' } });
    expect(wrong).toMatchObject(refusedWith(403, 'WRONG_PASSWORD', { field: 'password' }));
    expect((await reviewer.send('DELETE', path, { body: { password: adminPassword } })).status).toBe(200);
    expect(await elsewhere.get('/api/session')).toMatchObject({ body: { user: null } });
    expect((await trySignIn(portal, email)).status).toBe(200);

    const again = await setUp(reviewer);
    const browsers = again.codes.map(() => portal.visitor());
    await Promise.all([
      removeSecondFactor(portal.store, { uid, session: null }),
      ...browsers.map((browser, index) => trySignIn(portal, email, again.codes[index], browser)),
    ]);
    // Sessions that began afterwards have shown the password alone.
    const sessions = await portal.store.db
      .selectFrom('session')
      .where('userId', '=', uid)
      .select('factors')
      .execute();
    expect(sessions.filter(({ factors }) => factors === 2)).toEqual([]);
  });

  it('can be required of reviewers, who then see nothing until they have it', async () => {
    takeClock();
    const portal = await openTestApp(engine);
    const { email, ...reviewer } = await signInReviewer(portal);
    const administrator = await signInAdministrator(portal);
    const queue = '/api/admin/review-queue';
    expect((await reviewer.get(queue)).status).toBe(200);
    await saveSettings(portal, 'accounts', { secondFactor: true });
    expect(await reviewer.get(queue)).toMatchObject(refusedWith(403, 'SECOND_FACTOR_REQUIRED'));
    expect(await trySignIn(portal, email)).toMatchObject({ body: { user: { needsSecondFactor: true } } });
    expect((await administrator.get(queue)).status).toBe(200);
    const { codes } = await setUp(reviewer);
    expect((await reviewer.get(queue)).status).toBe(200);
    const signedIn = await trySignIn(portal, email, codes[0]);
    expect((signedIn.body as { user: object }).user).not.toHaveProperty('needsSecondFactor');
    await reviewer.send('DELETE', path, { body: { password: adminPassword } });
    expect((await reviewer.get(queue)).status).toBe(403);
  });

  it('is not for members, and set up only with the password and a right code', async () => {
    const portal = await openTestApp(engine);
    const member = await registerPerson(portal);
    const { password } = member.registration;
    expect(await member.post(`${path}/begin`, { password })).toMatchObject(refusedWith(403, 'NOT_ALLOWED'));
    const reviewer = await signInReviewer(portal);
    expect((await reviewer.post(`${path}/begin`, { password: 'wrong' })).status).toBe(403);
    expect(await reviewer.post(path, { code: '123456' })).toMatchObject(
      refusedWith(409, 'SECOND_FACTOR_EXISTS'),
    );
    await reviewer.post(`${path}/begin`, { password: adminPassword });
    expect(await reviewer.post(path, { code: '000000' })).toMatchObject(refusedWith(400, 'WRONG_CODE'));
    expect((await trySignIn(portal, reviewer.email)).status).toBe(200);
    await setUp(reviewer);
    const again = await reviewer.post(`${path}/begin`, { password: adminPassword });
    expect(again).toMatchObject(refusedWith(409, 'SECOND_FACTOR_EXISTS'));
  });
});
