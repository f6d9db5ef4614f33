import { expect, it } from 'vitest';
import type { SignedInDevice } from '#domain/my-account.ts';
import {
  adminPassword,
  openTestApp,
  openWithMember,
  signIn,
  signInAdministrator,
  signInReviewer,
} from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { openLive } from '#tests/helpers/live-portal.ts';
import { mailedResetToken, resetPassword, trySignIn } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';
import { describeBrowser } from './browser-session.ts';

const isSignedIn = async (browser: Visitor) =>
  ((await browser.get('/api/session')).body as { user: unknown }).user !== null;
const devicesOf = async (browser: Visitor) =>
  (await browser.get('/api/me/sessions')).body as SignedInDevice[];
const firefox = {
  headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
};

describeEachEngine('a change of password', (engine) => {
  it('ends all other sessions, devices and reset links, and is said by email', async () => {
    const { portal, person, email, password } = await openWithMember(engine);
    const elsewhere = await signIn(portal, email, password);
    const token = await mailedResetToken(portal, email);
    const change = { current: password, password: 'another password' };
    expect(await person.post('/api/me/password', change)).toMatchObject({
      status: 200,
      body: { status: true },
    });
    expect([await isSignedIn(person), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect(await rowsOf(portal.store, 'known_devices')).toHaveLength(1);
    expect((await resetPassword(portal, token)).status).toBe(400);
    expect((await trySignIn(portal, email, password)).status).toBe(401);
    expect((await trySignIn(portal, email, 'another password')).status).toBe(200);
    const notice = (await portal.mails()).at(-1);
    expect(notice?.to).toContain(email);
    expect(notice?.subject).toContain('password was changed');
    expect(notice?.text).not.toContain(person.registration.fullName);
  });

  it('counts a wrong current password as a guess', async () => {
    const clock = takeClock();
    const { person, password } = await openWithMember(engine);
    const wrong = () => person.post('/api/me/password', { current: 'a guess', password: 'mine now' });
    for (let guesses = 0; guesses < 5; guesses += 1)
      expect(await wrong()).toMatchObject(refusedWith(403, 'WRONG_PASSWORD', { field: 'current' }));
    expect((await wrong()).status).toBe(429);
    const right = { current: password, password: 'another password' };
    expect((await person.post('/api/me/password', right)).status).toBe(429);
    clock.pass(30_000);
    expect((await person.post('/api/me/password', right)).status).toBe(200);
  });

  it('names the field, and has no use without a password', async () => {
    const { portal, person, password } = await openWithMember(engine);
    const send = (body: object) => person.post('/api/me/password', body);
    expect(await send({ password: 'long enough' })).toMatchObject(
      refusedWith(400, 'INVALID_INPUT', { field: 'current' }),
    );
    expect(await send({ current: password, password: 'short' })).toMatchObject(
      refusedWith(400, 'INVALID_INPUT', { field: 'password' }),
    );
    await portal.store.db.updateTable('account').set({ password: null }).execute();
    expect(await send({ current: password, password: 'long enough' })).toMatchObject(
      refusedWith(409, 'NO_PASSWORD'),
    );
  });
});

describeEachEngine('the signed-in devices', (engine) => {
  it('are listed with browser, system and last use, and ended one by one or all others', async () => {
    const { portal, person, email, password } = await openWithMember(engine);
    const phone = portal.visitor();
    await phone.send('POST', '/api/auth/sign-in/email', { body: { email, password }, ...firefox });
    const third = await signIn(portal, email, password);
    const stranger = await signInReviewer(portal);
    const listed = await devicesOf(person);
    expect(listed.map(({ current }) => current).toSorted()).toEqual([false, false, true]);
    const onPhone = listed.find(({ browser }) => browser === 'Firefox');
    expect(onPhone).toMatchObject({ system: 'Linux', current: false });
    expect(Date.now() - Date.parse(onPhone?.lastUsedAt ?? '')).toBeLessThan(60_000);

    const end = (by: Visitor) => by.send('DELETE', `/api/me/sessions/${onPhone?.id}`);
    expect(await end(stranger)).toMatchObject(refusedWith(404, 'NOT_FOUND'));
    expect(await isSignedIn(phone)).toBe(true);
    expect(await end(person)).toMatchObject({ status: 200, body: { ended: 1 } });
    expect(await isSignedIn(phone)).toBe(false);
    expect((await end(person)).status).toBe(404);
    const known = async () =>
      (await rowsOf(portal.store, 'known_devices')).filter(({ uid }) => uid === person.uid);
    expect(await known()).toHaveLength(2);

    expect(await person.send('DELETE', '/api/me/sessions')).toMatchObject({ body: { ended: 1 } });
    expect([await isSignedIn(person), await isSignedIn(third)]).toEqual([true, false]);
    expect(await known()).toHaveLength(1);
    expect(await isSignedIn(stranger)).toBe(true);
  });

  it('end with their streams', async () => {
    const live = await openLive(engine);
    const other = await signIn(live.portal, live.portal.deps.config.adminEmail, adminPassword);
    const reader = await live.open(live.administrator, 'admin/events');
    expect((await reader.next())?.name).toBe('ready');
    await other.send('DELETE', '/api/me/sessions');
    expect((await reader.next())?.name).toBe('session-ended');
    expect(await reader.next()).toBeNull();
  });

  it('keep their device where another session has it', async () => {
    const { portal, person, email, password } = await openWithMember(engine);
    const [former] = await devicesOf(person);
    for (const name of person.cookies.keys()) if (name.endsWith('session')) person.cookies.delete(name);
    await trySignIn(portal, email, password, person);
    await person.send('DELETE', `/api/me/sessions/${former?.id}`);
    expect(await isSignedIn(person)).toBe(true);
    expect(await rowsOf(portal.store, 'known_devices')).toHaveLength(1);
  });
});

it('the administrator has a password and devices, too', async () => {
  const portal = await openTestApp('sqlite');
  const administrator = await signInAdministrator(portal);
  const change = { current: adminPassword, password: 'another password' };
  expect((await administrator.post('/api/me/password', change)).status).toBe(200);
  expect(await devicesOf(administrator)).toHaveLength(1);
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari',
    'iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['curl/8.9', '', ''],
])('the browser of %s', (header, browser, system) => {
  expect(describeBrowser(header)).toEqual({ browser, system });
});
