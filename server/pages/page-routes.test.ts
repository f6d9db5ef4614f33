import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Session } from '#domain/accounts.ts';
import { notFoundPage, pages, redirectFor } from '#domain/pages.ts';
import { openTestApp, portalUrl, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { failingReads } from '#tests/helpers/failing-store.ts';

interface PageState {
  session?: { user: unknown };
  member?: unknown;
  summary?: unknown;
  styleNonce: string;
  build: string;
}

/** The state in the page. */
function stateIn(html: string): PageState {
  const [, json = ''] =
    /<script type="application\/json" id="portal-state">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}

describeEachEngine('pages', (engine) => {
  it('exist at every known path or redirect, and carry the session', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
    const visitors = [portal.visitor(), person, await signInAdministrator(portal)];
    for (const visitor of visitors) {
      const { body } = await visitor.get('/api/session');
      const { user } = body as Session;
      for (const path of ['/', ...pages.map((page) => page.path)]) {
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
    const portal = await openTestApp(engine, { wrapStore: failingReads });
    const visitor = portal.visitor();
    visitor.cookies.set('sdc_session', 'x.y');
    expect(stateIn((await visitor.get('/login')).text).session).toEqual({ user: null });

    const healthy = await openTestApp(engine);
    const person = await registerPerson(healthy);
    visitor.cookies.set('sdc_session', person.cookies.get('sdc_session') ?? '');
    const page = await visitor.get('/dashboard');
    expect(page.status).toBe(200);
    expect(stateIn(page.text).session).toBeUndefined();
    expect(await visitor.get('/api/session')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
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

it('every page has a module that the build finds', () => {
  const client = join(import.meta.dirname, '..', '..', 'client');
  for (const { module } of [...pages, notFoundPage])
    expect(existsSync(join(client, module)), module).toBe(true);
});

describeEachEngine('a page', (engine) => {
  it('carries a member’s own record or the administrator’s counts, and neither for anybody else', async () => {
    const portal = await openTestApp(engine);
    const person = await registerPerson(portal);
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
    const portal = await openTestApp(engine);
    const nobody = portal.visitor();
    const { text, headers } = await nobody.get('/terms');
    const { styleNonce } = stateIn(text);
    expect(text).toContain(
      `<div id="root"><style nonce="${styleNonce}"></style><h1 style="color:red">Terms</h1>`,
    );
    expect(text).toContain('<script type="module" fetchpriority="low"');
    // The hash of `color:red`, computed with: printf color:red | openssl dgst -sha256 -binary | base64
    const policy = headers.get('content-security-policy');
    expect(policy).toContain(
      "style-src-attr 'unsafe-hashes' 'sha256-8f935d27GvUutRyY9yWScUMiFUk4WTdZURISiYfPOeQ=';",
    );

    const member = await registerPerson(portal);
    const others = [
      await nobody.get('/terms?from=%2Fprofile'),
      await nobody.get('/about'),
      await nobody.get('/shell'),
      await member.get('/terms'),
    ];
    for (const { text: html, headers: sent } of others) {
      expect(html).toContain('<div id="root"></div>');
      expect(html).not.toContain('fetchpriority="low"');
      expect(sent.get('content-security-policy')).not.toContain('style-src-attr');
    }
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
])('answer 404 with the page at %s', async (path) => {
  const answer = await (await openTestApp('sqlite')).visitor().get(path);
  expect(answer.status).toBe(404);
  expect(stateIn(answer.text).session).toEqual({ user: null });
});

it.each([
  '/assets/gone-abcd.js',
  '/assets/gone-abcd.css',
  '/assets/',
  '/favicon.ico',
  '/pictures/club.PNG',
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/.vite/manifest.json',
  '/index.html%00.js',
])('answer a plain 404 for a missing file: %s', async (path) => {
  const answer = await (await openTestApp('sqlite')).visitor().get(path);
  expect(answer).toMatchObject({ status: 404, text: 'Not found' });
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  // Not cached: during a release the file may appear a moment later.
  expect(answer.headers.get('cache-control')).toBe('no-store');
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
])('are not served under the API: %s is a JSON 404', async (path) => {
  const visitor = (await openTestApp('sqlite')).visitor();
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    expect(await visitor.send(method, path, method === 'GET' ? {} : { body: {} })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'There is no such address.' },
    });
  }
});

it('escape a name that contains a closing script tag', async () => {
  const portal = await openTestApp('sqlite');
  const fullName = '</script><script>alert(1)</script><!--\u2028.';
  const person = await registerPerson(portal, { fullName });
  const { text } = await person.get('/dashboard');
  // The state's element and the client's script.
  expect(text.match(/<\/script>/g)).toHaveLength(2);
  expect(text).not.toContain('<!--');
  expect(stateIn(text).session).toMatchObject({ user: { displayName: fullName } });
});

it('treat a name as text, not as a replacement pattern', async () => {
  const portal = await openTestApp('sqlite');
  const fullName = "$& $1 $' $` $$";
  const person = await registerPerson(portal, { fullName });
  expect(stateIn((await person.get('/dashboard')).text).session).toMatchObject({
    user: { displayName: fullName },
  });
});

const preloadsOf = {
  login: [
    '<link rel="stylesheet" crossorigin href="/assets/part-1.css">',
    '<link rel="modulepreload" crossorigin href="/assets/part-1.js">',
    '<link rel="modulepreload" crossorigin href="/assets/login-page-1.js">',
  ],
  dashboard: [
    '<link rel="stylesheet" crossorigin href="/assets/part-1.css">',
    '<link rel="stylesheet" crossorigin href="/assets/dashboard-page-1.css">',
    '<link rel="modulepreload" crossorigin href="/assets/part-1.js">',
    '<link rel="modulepreload" crossorigin href="/assets/portal-layout-1.js">',
    '<link rel="modulepreload" crossorigin href="/assets/dashboard-page-1.js">',
  ],
};

it.each(['login', 'dashboard'] as const)('preload the files that /%s needs', async (page) => {
  const portal = await openTestApp('sqlite');
  const visitor = page === 'login' ? portal.visitor() : await registerPerson(portal);
  const { text } = await visitor.get(`/${page}`);
  expect(text.match(/<link rel="(?:stylesheet|modulepreload)" [^>]*>/g)).toEqual(preloadsOf[page]);
});

it('preload no file twice, and none while the manifest is missing', async () => {
  const portal = await openTestApp('sqlite');
  const visitor = portal.visitor();
  const { text } = await visitor.get('/login');
  expect(text.match(/main-abcd1234/g)).toHaveLength(1);
  await rm(join(portal.deps.client.folder, '.vite'), { recursive: true });
  const without = await visitor.get('/login');
  expect(without).toMatchObject({ status: 200 });
  expect(without.text).not.toMatch(/stylesheet|modulepreload/);
});

it('belong to the current build, and name it like the session response', async () => {
  const portal = await openTestApp('sqlite');
  const visitor = portal.visitor();
  const build = async () => {
    const { build } = stateIn((await visitor.get('/login')).text);
    expect(build).toMatch(/^[0-9a-f]{12}$/);
    expect((await visitor.get('/api/session')).headers.get('portal-build')).toBe(build);
    return build;
  };
  expect((await visitor.get('/login')).text).toContain('main-abcd1234.js');
  const first = await build();
  expect(await build()).toBe(first);
  const index = join(portal.deps.client.folder, 'index.html');
  await writeFile(index, readFileSync(index, 'utf8').replaceAll('abcd1234', 'efgh5678'));
  await utimes(index, new Date(), new Date(Date.now() + 1000));
  expect((await visitor.get('/login')).text).toContain('main-efgh5678.js');
  const second = await build();
  expect(second).not.toBe(first);
  await rm(index);
  const session = await visitor.get('/api/session');
  expect(session).toMatchObject({ status: 200, body: { user: null } });
  expect(session.headers.get('portal-build')).toBe(second);
});

it('include a shell without personal data for use offline', async () => {
  const portal = await openTestApp('sqlite');
  const person = await registerPerson(portal);
  const { status, headers, text } = await person.get('/shell');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  const { styleNonce, ...state } = stateIn(text);
  expect(state).toEqual({ offline: true, build: expect.any(String), formService: expect.anything() });
  expect(headers.get('content-security-policy')).toContain(`'nonce-${styleNonce}'`);
  expect(text).not.toContain(person.uid);
  expect(text).not.toContain(person.registration.email);
});

it('carry the nonce of their policy', async () => {
  const { text, headers } = await (await openTestApp('sqlite')).visitor().get('/login');
  expect(headers.get('content-security-policy')).toContain(`'nonce-${stateIn(text).styleNonce}'`);
});

it('cache hashed assets forever, and are themselves never cached', async () => {
  const visitor = (await openTestApp('sqlite')).visitor();
  const asset = await visitor.get('/assets/main-abcd1234.js');
  expect(asset).toMatchObject({ status: 200, text: 'export {};\n' });
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect((await visitor.get('/login')).headers.get('cache-control')).toBe('no-store');
});

it.each([
  ['br, gzip', 'br', 'brotli’s'],
  ['gzip, deflate, br, zstd', 'br', 'brotli’s'],
  ['gzip', 'gzip', 'gzip’s'],
  ['identity', null, 'export {};\n'],
  [null, null, 'export {};\n'],
])('send precompressed files to clients that accept %s', async (accepted, sent, text) => {
  const portal = await openTestApp('sqlite');
  const file = join(portal.deps.client.folder, 'assets', 'main-abcd1234.js');
  await writeFile(`${file}.br`, 'brotli’s');
  await writeFile(`${file}.gz`, 'gzip’s');
  const answer = await portal
    .visitor()
    .send('GET', '/assets/main-abcd1234.js', { headers: { 'Accept-Encoding': accepted } });
  expect(answer).toMatchObject({ status: 200, text });
  expect(answer.headers.get('content-encoding')).toBe(sent);
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
});

it.each([
  ['style.css', /^text\/css/],
  ['font.woff2', /^font\/woff2/],
  ['mark.svg', /^image\/svg\+xml/],
  ['icon.png', /^image\/png/],
  ['robots.txt', /^text\/plain/],
])('send %s with its type, and require revalidation', async (name, type) => {
  const portal = await openTestApp('sqlite');
  await writeFile(join(portal.deps.client.folder, name), 'x');
  const answer = await portal.visitor().get(`/${name}`);
  expect(answer).toMatchObject({ status: 200, text: 'x' });
  expect(answer.headers.get('content-type')).toMatch(type);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
});

it('are available as soon as the client is built', async () => {
  const portal = await openTestApp('sqlite');
  const index = join(portal.deps.client.folder, 'index.html');
  await rename(index, `${index}.later`);
  expect((await portal.visitor().get('/login')).status).toBe(500);
  expect(portal.takeErrors()).toHaveLength(1);
  await rename(`${index}.later`, index);
  expect((await portal.visitor().get('/login')).status).toBe(200);
});

it('belong to the previous build while the next is being written', async () => {
  const portal = await openTestApp('sqlite');
  const { text } = await portal.visitor().get('/no-page');
  await rm(portal.deps.client.folder, { recursive: true });
  const meanwhile = await portal.visitor().get('/no-page');
  expect(meanwhile.status).toBe(404);
  expect(stateIn(meanwhile.text).build).toBe(stateIn(text).build);
});

it('have a placeholder for the state in index.html', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'client', 'index.html'), 'utf8');
  expect(page.split('<script type="application/json" id="portal-state"></script>')).toHaveLength(2);
});
