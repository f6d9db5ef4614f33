import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { lastSeenMs } from '#domain/connection.ts';
import { openTestApp, openWithMember, registerPerson, signIn, type TestApp } from '#tests/helpers/app.ts';
import { cookieHeader } from '#tests/helpers/cookies.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { idleLimit } from './session-store.ts';
import { signedValue } from './signed-value.ts';

const day = 24 * 60 * 60 * 1000;
const cookieName = 'sdc_session';

function cookieOf(person: { cookies: Map<string, string> }): string {
  return person.cookies.get(cookieName) ?? '';
}

/** The account that the portal and better-auth find for a cookie: its id, or null. */
async function readByBoth(portal: TestApp, cookie: string) {
  const { body } = await portal.visitor().send('GET', '/api/session', { headers: { Cookie: cookie } });
  const theirs = await portal.deps.auth.api.getSession({ headers: new Headers({ Cookie: cookie }) });
  return {
    portal: (body as { user: { uid: string } | null }).user?.uid ?? null,
    betterAuth: theirs?.user.id ?? null,
  };
}

async function setTimes(
  portal: TestApp,
  uid: string,
  { created, expires }: Record<'created' | 'expires', number>,
) {
  const [createdAt, expiresAt] = [created, expires].map((distance) => new Date(Date.now() + distance));
  const own = portal.store.db.updateTable('session').where('userId', '=', uid);
  await own.set({ createdAt, expiresAt }).execute();
}

async function expiry(portal: TestApp, uid: string): Promise<number> {
  const own = (await rowsOf(portal.store, 'session')).find(({ userId }) => userId === uid);
  return new Date(own?.expiresAt ?? 'none').getTime();
}

describeEachEngine('a session', (engine) => {
  it('is read as better-auth reads it: fresh, expired, revoked, forged', async () => {
    const { portal, person } = await openWithMember(engine);
    const signed = (token: string, secret = portal.deps.config.authSecret) =>
      encodeURIComponent(signedValue(token, secret));
    const both = (uid: string | null) => ({ portal: uid, betterAuth: uid });

    expect(await readByBoth(portal, `${cookieName}=${cookieOf(person)}`)).toEqual(both(person.uid));
    const signedIn = await signIn(portal, person.registration.email, person.registration.password);
    expect(await readByBoth(portal, `other=1; ${cookieName}=${cookieOf(signedIn)}; more=2`)).toEqual(
      both(person.uid),
    );

    const [token = ''] = decodeURIComponent(cookieOf(person)).split('.');
    const forged = [
      ...['', token, `${token}.`, `.${token}`, '%', '%00'],
      signed(token, 'another secret, as long as the portal’s own is'),
      signed('a-token-of-nobody-in-the-database'),
      signed(''),
      signed(token).toLowerCase(),
      `${signed(token)}x`,
      `x${signed(token)}`,
      signed(token).slice(0, -4),
    ];
    for (const value of forged)
      expect(await readByBoth(portal, `${cookieName}=${value}`), value).toEqual(both(null));
    const names = ['__Host-sdc_session', '__Secure-sdc_session', 'SDC_SESSION', 'better-auth.session_token'];
    for (const name of names)
      expect(await readByBoth(portal, `${name}=${cookieOf(person)}`), name).toEqual(both(null));

    // From here on, better-auth removes what it finds expired.
    await setTimes(portal, person.uid, { created: -day, expires: -1 });
    expect(await readByBoth(portal, `${cookieName}=${cookieOf(person)}`)).toEqual(both(null));
    await portal.store.db.deleteFrom('session').where('userId', '=', person.uid).execute();
    expect(await readByBoth(portal, `${cookieName}=${cookieOf(signedIn)}`)).toEqual(both(null));
  });

  it('is invalid if any character of its cookie was changed, as for better-auth', async () => {
    const { portal, person } = await openWithMember(engine);
    const good = decodeURIComponent(cookieOf(person));
    const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: good.length - 1 }), printable, async (at, character) => {
        fc.pre(good[at] !== character);
        const tampered = `${good.slice(0, at)}${character}${good.slice(at + 1)}`;
        const read = await readByBoth(portal, `${cookieName}=${encodeURIComponent(tampered)}`);
        expect(read.portal).toBeNull();
        // Base64 leaves two unused bits in the signature's last digit, which better-auth ignores.
        if (at !== good.length - 2) expect(read.betterAuth).toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it('is extended to 7 days by a visit, at most once a day', async () => {
    const { portal, person } = await openWithMember(engine);
    const fresh = await expiry(portal, person.uid);
    expect(fresh - Date.now()).toBeGreaterThan(7 * day - 60_000);
    expect((await person.get('/api/session')).headers.getSetCookie()).toEqual([]);
    expect(await expiry(portal, person.uid)).toBe(fresh);

    await setTimes(portal, person.uid, { created: -day, expires: 6.5 * day });
    const untouched = await expiry(portal, person.uid);
    expect((await person.get('/api/me')).headers.getSetCookie()).toEqual([]);
    expect(await expiry(portal, person.uid)).toBe(untouched);

    await setTimes(portal, person.uid, { created: -5 * day, expires: 2 * day });
    const [cookie = '', ...more] = (await person.get('/api/me')).headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^sdc_session=[^;]+; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$/);
    const extended = await expiry(portal, person.uid);
    expect(extended).toBeGreaterThan(Date.now() + 7 * day - 60_000);
    expect(cookie).toContain(new Date(extended).toUTCString());
    expect((await person.get('/api/me')).headers.getSetCookie()).toEqual([]);
  });

  it('ends 30 days after signing in, however often it is used', async () => {
    const { portal, person } = await openWithMember(engine);
    await setTimes(portal, person.uid, { created: -26 * day, expires: day });
    const created = Date.now() - 26 * day;
    await person.get('/api/session');
    expect(Math.abs((await expiry(portal, person.uid)) - (created + 30 * day))).toBeLessThan(60_000);
    await person.get('/api/session');
    expect(Math.abs((await expiry(portal, person.uid)) - (created + 30 * day))).toBeLessThan(60_000);
    await setTimes(portal, person.uid, { created: -30 * day, expires: -1 });
    expect((await person.get('/api/session')).body).toEqual({ user: null });
  });

  it('ends with sign-out, this one only', async () => {
    const { portal, person } = await openWithMember(engine);
    const elsewhere = await signIn(portal, person.registration.email, person.registration.password);
    const stolen = cookieOf(person);
    expect(await person.post('/api/auth/sign-out', {})).toMatchObject({ status: 200, body: { user: null } });
    expect(person.cookies.has(cookieName)).toBe(false);
    expect(await readByBoth(portal, `${cookieName}=${stolen}`)).toEqual({ portal: null, betterAuth: null });
    expect((await elsewhere.get('/api/session')).body).toMatchObject({ user: { uid: person.uid } });
    // Signing out without a session, or twice, is not an error.
    expect((await person.post('/api/auth/sign-out', {})).status).toBe(200);
    expect((await portal.visitor().post('/api/auth/sign-out', {})).status).toBe(200);
  });
});

describeEachEngine('signing in', (engine) => {
  const sessionsOf = (portal: TestApp, uid: string) =>
    portal.store.db.selectFrom('session').select('token').where('userId', '=', uid).execute();

  it('ends the session that the browser had before, of any account, unless it is refused', async () => {
    const portal = await openTestApp(engine);
    const [person, other] = [await registerPerson(portal), await registerPerson(portal)];
    const former = new Map(person.cookies);
    const { email, password } = other.registration;
    await person.post('/api/auth/sign-in/email', { email, password: 'not the password' });
    expect((await person.get('/api/session')).body).toMatchObject({ user: { uid: person.uid } });
    expect((await person.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
    expect((await person.get('/api/session')).body).toMatchObject({ user: { uid: other.uid } });
    expect(await readByBoth(portal, cookieHeader(former))).toEqual({ portal: null, betterAuth: null });

    expect((await person.post('/api/register', newRegistration())).status).toBe(201);
    // The session of the registration, in another browser.
    expect(await sessionsOf(portal, other.uid)).toHaveLength(1);
    expect(await sessionsOf(portal, person.uid)).toHaveLength(0);
  });

  it('keeps 20 sessions of an account, and ends the one unused for longest', async () => {
    // More concurrent attempts than the free failures, so that they overlap.
    const { portal, person, email, password } = await openWithMember(engine, { env: { RATE_LIMIT: 'off' } });
    const own = portal.store.db.updateTable('session').where('userId', '=', person.uid);
    await own.set({ updatedAt: new Date(Date.now() - 6 * day) }).execute();
    const unused = await signIn(portal, email, password);
    await own
      .set({ updatedAt: new Date(Date.now() - 5 * day) })
      .where('updatedAt', '>', new Date(Date.now() - 5 * day))
      .execute();
    await setTimes(portal, person.uid, { created: -5 * day, expires: 2 * day });
    // A visit extends it, and so counts as a use.
    expect((await person.get('/api/me')).status).toBe(200);
    const bystander = await registerPerson(portal);
    // Some at a time: a busy machine answers a crowd with 503.
    for (const count of [10, 9])
      await Promise.all(Array.from({ length: count }, () => signIn(portal, email, password)));
    expect(await sessionsOf(portal, person.uid)).toHaveLength(20);
    expect((await unused.get('/api/session')).body).toEqual({ user: null });
    expect((await person.get('/api/session')).body).toMatchObject({ user: { uid: person.uid } });
    expect((await bystander.get('/api/session')).body).toMatchObject({ user: { uid: bystander.uid } });
  });
});

it('a session is read, and not extended, while nothing can be written', async () => {
  const { portal, person } = await openWithMember('sqlite');
  await setTimes(portal, person.uid, { created: -3 * day, expires: 4 * day });
  await sql`pragma query_only = on`.execute(portal.store.db);
  expect((await person.get('/api/me')).status).toBe(200);
  await sql`pragma query_only = off`.execute(portal.store.db);
  expect(await expiry(portal, person.uid)).toBeLessThan(Date.now() + 5 * day);
  expect((await person.get('/api/me')).status).toBe(200);
  expect(await expiry(portal, person.uid)).toBeGreaterThan(Date.now() + 6 * day);
});

it('a session that is not used ends when the copies on its devices do', () => {
  expect(lastSeenMs).toBe(idleLimit);
});
