import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openTestApp, type TestApp } from '#tests/helpers/app.ts';
import { listen } from '#tests/helpers/listen.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { declaredRoutes } from './access.ts';
import { apiDocsRoutes } from './api-docs-routes.ts';

const operation = z.object({
  summary: z.string().check(z.minLength(5)),
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
  requestBody: z.optional(z.object({ content: z.record(z.string(), z.unknown()) })),
  responses: z.record(z.string(), z.object({ description: z.string().check(z.minLength(1)) })),
});
const document = z.object({
  openapi: z.string().check(z.startsWith('3.')),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

async function describedRoutes(portal: TestApp) {
  const { paths } = document.parse((await portal.visitor().get('/api/openapi.json')).body);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ...described,
    })),
  );
}

it('describes every route but the pages, with its access and its responses', async () => {
  const portal = await openTestApp('sqlite');
  const described = await describedRoutes(portal);
  const declared = declaredRoutes(portal.app).filter(({ path }) => /^\/(api|f|p)\//.test(path));
  expect(declared.length).toBeGreaterThan(45);
  expect(described.map(({ route }) => route).toSorted()).toEqual(
    declared.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
  for (const { method, path, access } of declared) {
    const found = described.find(({ route }) => route === `${method} ${path}`);
    const security = access === 'public' ? undefined : [{ [access]: [] }];
    expect({ path, security: found?.security }).toEqual({ path, security });
    const statuses = Object.keys(found?.responses ?? {});
    expect({ path, told: statuses.some((status) => /^2|405/.test(status)) }).toEqual({ path, told: true });
    const refuses = path.startsWith('/api/') || method === 'POST';
    expect({ path, refuses: !refuses || statuses.includes('default') }).toEqual({ path, refuses: true });
    const takesBody = method !== 'GET' && method !== 'OPTIONS';
    expect({ path, body: found?.requestBody !== undefined }).toEqual({ path, body: takesBody });
  }
});

it('answers 405 for TRACE, which has no body and no origin', async () => {
  const url = await listen(await openTestApp('sqlite'));
  const request = httpRequest(`${url}/api/session`, { method: 'TRACE' }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET']);
});

it.each(['DELETE', 'OPTIONS'])('answers 405 for %s where it is not taken', async (method) => {
  const portal = await openTestApp('sqlite');
  const send = (path: string) => portal.visitor().send(method, path);
  expect(await send('/api/session')).toMatchObject(refusedWith(405, 'METHOD_NOT_ALLOWED'));
  expect((await send('/api/admin/reviews')).headers.get('allow')).toBe('PATCH');
  expect((await send('/api/none')).status).toBe(404);
});

it('is described at the next request if the description could not be made', async () => {
  const { app, deps } = await openTestApp('sqlite');
  let isShort = true;
  // As when a file of the generator cannot be read.
  const unlucky = new Proxy(app, {
    get(target, name) {
      if (isShort && name === 'routes') throw new Error('EMFILE');
      return Reflect.get(target, name);
    },
  });
  const docs = apiDocsRoutes(deps, unlucky).onError((_error, c) => c.text('', 500));
  expect((await docs.request('/api/openapi.json')).status).toBe(500);
  isShort = false;
  expect((await docs.request('/api/openapi.json')).status).toBe(200);
});
