import { describe, expect, it } from 'vitest';
import type { Session } from '#domain/accounts.ts';
import { pages, redirectFor } from '#domain/pages.ts';
import {
  openTestApp,
  openWithMember,
  portalUrl,
  registerPerson,
  signInAdministrator,
} from '#tests/helpers/app.ts';
import { failingReads } from '#tests/helpers/failing-store.ts';
import { stateIn } from '#tests/helpers/page-state.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

describe('pages', () => {
  it('exist at every known path or redirect, and carry the session', async () => {
    const { portal, person } = await openWithMember('sqlite');
    const visitors = [portal.visitor(), person, await signInAdministrator(portal)];
    for (const visitor of visitors) {
      const { body } = await visitor.get('/api/session');
      const { user } = body as Session;
      for (const path of ['/', '/login?from=%2Fcontact%3Fa%3D%E2%82%AC', ...pages.map((page) => page.path)]) {
        const answer = await visitor.get(path);
        expect(answer.headers.get('cache-control'), path).toBe('no-store');
        const elsewhere = redirectFor(new URL(path, portalUrl), user);
        if (elsewhere) {
          expect(answer.status, path).toBe(302);
          expect(answer.headers.get('location'), path).toBe(elsewhere);
          expect((await visitor.get(elsewhere)).status, elsewhere).toBe(200);
        } else {
          expect(answer.status, path).toBe(200);
          expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
          expect(stateIn(answer.text).session).toEqual(body);
        }
      }
    }
  });

  it('are served when the database is down, and the client then fetches the session', async () => {
    const portal = await openTestApp('sqlite', { wrapStore: failingReads });
    const visitor = portal.visitor();
    visitor.cookies.set('sdc_session', 'x.y');
    expect(stateIn((await visitor.get('/login')).text).session).toEqual({ user: null });

    const healthy = await openTestApp('sqlite');
    const person = await registerPerson(healthy);
    visitor.cookies.set('sdc_session', person.cookies.get('sdc_session') ?? '');
    const page = await visitor.get('/dashboard');
    expect(page.status).toBe(200);
    expect(stateIn(page.text).session).toBeUndefined();
    expect(await visitor.get('/api/session')).toMatchObject(refusedWith(503, 'UNAVAILABLE'));
    expect(portal.takeErrors()).toHaveLength(1);
  });
});

it('redirects other spellings of a page’s path to the page', async () => {
  const visitor = (await openTestApp('sqlite')).visitor();
  for (const [path, canonical] of [
    ['/login/', '/login'],
    ['/Login', '/login'],
    ['/admin/', '/admin'],
    ['/Admin/Inbox//?q=a', '/admin/inbox?q=a'],
  ] as const) {
    const answer = await visitor.get(path);
    expect([answer.status, answer.headers.get('location')], path).toEqual([301, canonical]);
  }
  expect((await visitor.get('/login/x')).status).toBe(404);
});

describe('a page', () => {
  it('carries a member’s own record or the administrator’s counts, and neither for anybody else', async () => {
    const { portal, person } = await openWithMember('sqlite');
    const { body: record } = await person.get('/api/me');
    const own = stateIn((await person.get('/dashboard')).text);
    expect(own.member).toEqual(record);
    expect(own.summary).toBeUndefined();

    const administrator = await signInAdministrator(portal);
    const { body: summary } = await administrator.get('/api/admin/summary');
    const counted = stateIn((await administrator.get('/admin-dashboard')).text);
    expect(counted.summary).toEqual(summary);
    expect(counted.member).toBeUndefined();

    const another = await registerPerson(portal);
    expect((await another.get('/dashboard')).text).not.toContain(person.uid);
    const nobody = stateIn((await portal.visitor().get('/about')).text);
    expect([nobody.member, nobody.summary]).toEqual([undefined, undefined]);
  });

  it('is served prerendered to visitors at its plain URL', async () => {
    const portal = await openTestApp('sqlite');
    const nobody = portal.visitor();
    const { text } = await nobody.get('/terms');
    expect(text).toContain('<div id="root"><h1>Terms of SDC</h1>');
    expect(text).toContain('<script type="module" fetchpriority="low"');
    for (const path of ['/terms?from=%2Fprofile', '/about']) {
      const { text: html, headers: sent } = await nobody.get(path);
      expect(html).toContain('<div id="root"></div>');
      expect(html).not.toContain('fetchpriority="low"');
      expect(sent.get('content-security-policy')).not.toContain('style-src-attr');
    }
  });

  it('is served to members with their data, in the time zone of the club', async () => {
    const portal = await openTestApp('sqlite', { env: { TIME_ZONE: 'Asia/Kolkata' } });
    const member = await registerPerson(portal, { fullName: 'Ada' });
    const loaded = async (person: Visitor, path: string) => (await person.get(path)).text;
    for (const path of ['/dashboard', '/timeline?from=x', '/terms']) {
      const html = await loaded(member, path);
      expect(html, path).toContain(`<div id="root"><p>Ada,${path},Asia/Kolkata</p></div>`);
      expect(stateIn(html).timeZone).toBe('Asia/Kolkata');
    }
    const administrator = await signInAdministrator(portal);
    for (const path of ['/tasks', '/no-such-page', '/%', '/Timeline'])
      expect(await loaded(member, path), path).not.toContain('<p>');
    const forAdministrator = await loaded(administrator, '/profile');
    expect(forAdministrator).toContain('<div id="root"></div>');
    expect(stateIn(forAdministrator).timeZone).toBe('Asia/Kolkata');
  });

  it('is served to a member without markup if it cannot be rendered', async () => {
    const portal = await openTestApp('sqlite');
    const member = await registerPerson(portal, { fullName: 'not renderable' });
    const { status, text } = await member.get('/dashboard');
    expect([status, text]).toEqual([200, expect.stringContaining('<div id="root"></div>')]);
    expect(portal.takeErrors()).toMatchObject([{ msg: 'a page is served without its markup' }]);
  });
});

it.each([
  '/no-such-page',
  '/admin/deeper',
  '/index.html',
  '/apis',
  '/.env',
  '/.vite/manifest',
  '/../package',
  '/%00',
  '/%',
  `/${'x'.repeat(4_000)}`,
  '/who.is',
])('an unknown path is a 404 with the not-found page: %s', async (path) => {
  const answer = await (await openTestApp('sqlite')).visitor().get(path);
  expect(answer.status).toBe(404);
  expect(stateIn(answer.text).session).toEqual({ user: null });
});

it.each([
  '/api',
  '/api/',
  '/api/no-such',
  '/api/me/no-such',
  '/api/%00',
  '/api/auth/get-session',
  '/api/auth/sign-up/email',
  '/api/auth/change-password',
])('an unknown path of the API is a JSON 404: %s', async (path) => {
  const visitor = (await openTestApp('sqlite')).visitor();
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    expect(await visitor.send(method, path, method === 'GET' ? {} : { body: {} })).toMatchObject(
      refusedWith(404, 'NOT_FOUND', { message: 'There is no such address.' }),
    );
  }
});

it('pages show a name as text: no closing script tag, no replacement pattern', async () => {
  const portal = await openTestApp('sqlite');
  const fullName = "</script><script>alert(1)</script><!--\u2028 $& $1 $' $` $$";
  const person = await registerPerson(portal, { fullName });
  const { text } = await person.get('/dashboard');
  // The state's element and the client's script.
  expect(text.match(/<\/script>/g)).toHaveLength(2);
  expect(text).not.toContain('<!--');
  expect(stateIn(text).session).toMatchObject({ user: { displayName: fullName.replace('\u2028', ' ') } });
});
