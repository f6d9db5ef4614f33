import { connect } from 'node:net';
import { Hono } from 'hono';
import { expect, inject, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/log/log.ts';
import { openWithMembers } from '#tests/helpers/admin-api.ts';
import {
  openTestApp,
  openWithMember,
  portalUrl,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { goodBody } from '#tests/helpers/good-bodies.ts';
import { listen } from '#tests/helpers/listen.ts';
import { everythingStored } from '#tests/helpers/records.ts';
import { type Answer, refusedWith } from '#tests/helpers/visitor.ts';
import { declaredRoutes } from './access.ts';
import type { PortalEnv } from './env.ts';
import { apiGuard } from './guards.ts';

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The API's write routes, read from the app. The form service accepts other origins by its own rules. */
function writeRoutes({ app }: TestApp) {
  return declaredRoutes(app)
    .filter(({ method, path }) => writing.has(method) && path.startsWith('/api/'))
    .map((route) => ({ ...route, path: route.path.replace(/:\w+/g, 'some') }));
}

const foreignOrigins = [
  null,
  'null',
  '',
  'https://evil.example',
  'https://portal.test',
  'http://portal.test:8080',
  'http://portal.test.evil.example',
  'http://sub.portal.test',
  `${portalUrl}/`,
  'HTTP://PORTAL.TEST',
  `${portalUrl}, https://evil.example`,
];

it('a write is rejected on every route unless it comes from the portal’s own pages', async () => {
  const { portal, person } = await openWithMember('sqlite');
  const actors = [portal.visitor(), person, await signInAdministrator(portal)];
  const before = await everythingStored(portal.store);
  const routes = writeRoutes(portal);
  expect(routes.length).toBeGreaterThanOrEqual(10);
  for (const { method, path } of routes) {
    for (const actor of actors) {
      for (const origin of foreignOrigins) {
        const answer = await actor.send(method, path, { body: {}, headers: { Origin: origin } });
        expect(answer, `${method} ${path} from ${origin}`).toMatchObject(refusedWith(403, 'ORIGIN_REFUSED'));
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
  }
  expect(await everythingStored(portal.store)).toEqual(before);
});

it('a refusal of an address that is not set up names the remedy to people, and the variable to the operator', async () => {
  const logged: string[] = [];
  const origin = 'https://portal.club.example';
  const refused = async (env: Record<string, string>) => {
    const config = readConfig({ DATA_DIR: inject('scratchFolder'), AUTH_SECRET: 'x'.repeat(32), ...env });
    const app = new Hono<PortalEnv>();
    app.use((c, next) => {
      c.set('log', createLog('warn', { write: (line: string) => logged.push(line) }));
      return next();
    });
    app.use('/api/*', apiGuard(config));
    app.onError((error, c) => c.text(error.message));
    return (await app.request('/api/me/track', { method: 'PUT', headers: { origin } })).text();
  };
  expect(await refused({})).toBe(
    'The portal accepts nothing from this address. Its address is not set up yet. Please tell the club.',
  );
  expect(await refused({ PORTAL_URL: 'https://other.example' })).toBe(
    'The portal accepts nothing from this address. Please use the portal at https://other.example.',
  );
  expect(logged).toHaveLength(2);
  expect(logged[0]).toContain('set PORTAL_URL to it');
  expect(logged[0]).toContain(origin);
});

it('a write is rejected on every route unless it is JSON', async () => {
  const { portal, person } = await openWithMember('sqlite');
  const types = [
    null,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
  ];
  for (const { method, path } of writeRoutes(portal)) {
    for (const type of types) {
      const answer = await person.send(method, path, { raw: '{}', headers: { 'Content-Type': type } });
      expect(answer, `${method} ${path} as ${type}`).toMatchObject(
        refusedWith(415, 'JSON_EXPECTED', { message: 'The request body must be JSON.' }),
      );
    }
  }
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', ' application/json ;x=y']) {
    const sent = { body: { developmentTrack: 'web' }, headers: { 'Content-Type': type } };
    expect((await person.send('PUT', '/api/me/track', sent)).status).toBe(200);
  }
});

it('a write gets 400 on every route for malformed JSON', async () => {
  // The administrator may call every route, and sends more here than one account may in an hour.
  const { portal, administrator } = await openWithMembers('sqlite', [], { env: { RATE_LIMIT: 'off' } });
  const malformed = ['', '{', 'undefined', "{'a':1}", '{"a":1}}', '\u0000', '\ufeff', '[1,'];
  for (const { method, path } of writeRoutes(portal)) {
    for (const raw of malformed) {
      // The address may say everything. A byte order mark alone is no text.
      const isEmpty = raw === '' || raw === '\ufeff';
      if (isEmpty && Object.keys(goodBody(method, path) ?? {}).length === 0) continue;
      expect(await administrator.send(method, path, { raw }), `${method} ${path}: ${raw}`).toMatchObject(
        refusedWith(400, 'INVALID_JSON', { message: 'The request body is not valid JSON.' }),
      );
    }
  }
});

/** A body of exactly this many bytes that is invalid for another reason than its size. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ developmentTrack: '' });
  return JSON.stringify({ developmentTrack: 'x'.repeat(bytes - empty.length) });
}

function tooLarge(answer: Answer): void {
  expect(answer).toMatchObject(
    refusedWith(413, 'BODY_TOO_LARGE', { message: 'The request body may have at most 65536 bytes.' }),
  );
}

it('a write is accepted up to 64 KiB and rejected with one byte more, with and without a declared length', async () => {
  const { portal, person } = await openWithMember('sqlite');
  for (const told of [true, false]) {
    const send = (raw: string) =>
      person.send('PUT', '/api/me/track', {
        raw,
        headers: told ? { 'Content-Length': String(Buffer.byteLength(raw)) } : {},
      });
    expect(await send(bodyOf(65_536))).toMatchObject(refusedWith(400, 'INVALID_INPUT'));
    tooLarge(await send(bodyOf(65_537)));
    tooLarge(await send(bodyOf(1_000_000)));
    // The limit counts bytes, not characters.
    tooLarge(await send(JSON.stringify({ developmentTrack: 'ü'.repeat(40_000) })));
  }
  const visitor = portal.visitor();
  for (const { method, path } of writeRoutes(portal).filter(({ access }) => access === 'public')) {
    tooLarge(await visitor.send(method, path, { raw: bodyOf(65_537) }));
  }
});

it('a sender that disconnects within a body leaves no error in the log, on every route', async () => {
  const portal = await openTestApp('sqlite');
  const { port } = new URL(await listen(portal));
  const lengths = [
    ['Content-Length: 60', '{"a":'],
    ['Transfer-Encoding: chunked', '5\r\n{"a":\r\n'],
    ['Transfer-Encoding: chunked', '5\r\n{"a":\r\nno size\r\n'],
  ];
  const routes = [
    ...writeRoutes(portal),
    { method: 'POST', path: '/api/missing' },
    { method: 'POST', path: '/f/contact' },
  ];
  for (const { method, path } of routes) {
    const head = `${method} ${path} HTTP/1.1\r\nHost: portal.test\r\nOrigin: ${portalUrl}\r\nContent-Type: application/json`;
    for (const [length, start] of lengths) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      await new Promise((sent) => socket.write(`${head}\r\n${length}\r\n\r\n${start}`, sent));
      socket.destroySoon();
    }
  }
  const answered = () => portal.logText().match(/"msg":"request[^"]*"/g) ?? [];
  await expect.poll(() => answered().length, { timeout: 10_000 }).toBe(routes.length * lengths.length);
  expect(new Set(answered())).toEqual(new Set(['"msg":"request refused"']));
});
