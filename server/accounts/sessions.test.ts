import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestApp, openWithMember, registerPerson, signIn, type TestApp } from '#tests/helpers/app.ts';
import { cookieHeader } from '#tests/helpers/cookies.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newRegistration } from '#tests/helpers/members.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { sessionId } from './session-store.ts';

const day = 24 * 60 * 60 * 1000;
const cookieName = 'sdc_session';

function cookieOf(person: { cookies: Map<string, string> }): string {
  return person.cookies.get(cookieName) ?? '';
}

/** The account that the portal finds for a cookie: its id, or null. */
async function readBy(portal: TestApp, cookie: string): Promise<string | null> {
  const { body } = await portal.visitor().send('GET', '/api/session', { headers: { Cookie: cookie } });
  return (body as { user: { uid: string } | null }).user?.uid ?? null;
}

async function setTimes(
  portal: TestApp,
  uid: string,
  { created, expires }: Record<'created' | 'expires', number>,
) {
  const [createdAt, expiresAt] = [created, expires].map((distance) => new Date(Date.now() + distance));
  const own = portal.store.db.updateTable('session').where('userId', '=', uid);
  const updatedAt = new Date(Date.now() + expires - 7 * day);
  await own.set({ createdAt, updatedAt, expiresAt }).execute();
}

async function expiry(portal: TestApp, uid: string): Promise<number> {
  const own = (await rowsOf(portal.store, 'session')).find(({ userId }) => userId === uid);
  return new Date(own?.expiresAt ?? 'none').getTime();
}

describeEachEngine('a session', (engine) => {
  it('is found by its cookie alone: not when forged, expired or ended, nor by another name', async () => {
    const { portal, person } = await openWithMember(engine);
    const token = cookieOf(person);
    expect(await readBy(portal, `${cookieName}=${token}`)).toBe(person.uid);
    const signedIn = await signIn(portal, person.registration.email, person.registration.password);
    expect(await readBy(portal, `other=1; ${cookieName}=${cookieOf(signedIn)}; more=2`)).toBe(person.uid);

    const forged = ['', `${token}.`, `.${token}`, '%', '%00', token.toLowerCase(), `${token}x`, `x${token}`];
    for (const value of [...forged, token.slice(0, -1), sessionId(token), 'x'.repeat(8_000)])
      expect(await readBy(portal, `${cookieName}=${value}`), value).toBeNull();
    for (const name of ['__Host-sdc_session', '__Secure-sdc_session', 'SDC_SESSION', 'sdc_device'])
      expect(await readBy(portal, `${name}=${token}`), name).toBeNull();

    await setTimes(portal, person.uid, { created: -day, expires: -1 });
    expect(await readBy(portal, `${cookieName}=${token}`)).toBeNull();
    await portal.store.db.deleteFrom('session').where('userId', '=', person.uid).execute();
    expect(await readBy(portal, `${cookieName}=${cookieOf(signedIn)}`)).toBeNull();
  });

  it('is stored without anything that a cookie could be made of', async () => {
    const { portal, person } = await openWithMember(engine);
    const stored = JSON.stringify(await rowsOf(portal.store, 'session'));
    expect(stored).toContain(person.uid);
    expect(stored).not.toContain(cookieOf(person));
  });

  it('is extended to 7 days by a visit, at most once an hour', async () => {
    const { portal, person } = await openWithMember(engine);
    const fresh = await expiry(portal, person.uid);
    expect(fresh - Date.now()).toBeGreaterThan(7 * day - 60_000);
    expect((await person.get('/api/session')).headers.getSetCookie()).toEqual([]);
    expect(await expiry(portal, person.uid)).toBe(fresh);

    await setTimes(portal, person.uid, { created: -day, expires: 7 * day - 30 * 60_000 });
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
});

describeEachEngine('signing in', (engine) => {
  const sessionsOf = (portal: TestApp, uid: string) =>
    portal.store.db.selectFrom('session').select('id').where('userId', '=', uid).execute();

  it('ends the session that the browser had before, of any account, unless it is refused', async () => {
    const portal = await openTestApp(engine);
    const [person, other] = [await registerPerson(portal), await registerPerson(portal)];
    const former = new Map(person.cookies);
    const { email, password } = other.registration;
    await person.post('/api/auth/sign-in/email', { email, password: 'not the password' });
    expect((await person.get('/api/session')).body).toMatchObject({ user: { uid: person.uid } });
    expect((await person.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
    expect((await person.get('/api/session')).body).toMatchObject({ user: { uid: other.uid } });
    expect(await readBy(portal, cookieHeader(former))).toBeNull();

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
