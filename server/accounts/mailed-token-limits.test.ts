import { expect, it } from 'vitest';
import { declaredRoutes } from '#server/http/access.ts';
import { requestBounds } from '#server/limits/bounds.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { goodBodies } from '#tests/helpers/good-bodies.ts';

const unsubscribe = { method: 'POST', path: '/unsubscribe?token=asha.abcdefgh', body: {} };

it('every address that takes a mailed token counts wrong ones, together', async () => {
  const portal = await openTestApp('sqlite');
  const byBody = declaredRoutes(portal.app)
    .map(({ method, path }) => ({ method, path, body: goodBodies[path] }))
    .filter(({ body }) => body !== undefined && 'token' in body);
  const routes = [...byBody, unsubscribe];
  expect(routes.length).toBeGreaterThan(4);
  const sender = '192.0.2.5';
  const send = (route: (typeof routes)[number]) =>
    portal.visitor(sender).send(route.method, route.path, { body: route.body });

  await Promise.all(
    Array.from({ length: requestBounds['token-use'].points - routes.length }, () =>
      portal.deps.limits.takeRequest('token-use', sender),
    ),
  );
  for (const route of routes) expect((await send(route)).status, route.path).toBeLessThan(429);
  // Now each has counted one, and none is left.
  for (const route of routes) expect((await send(route)).status, route.path).toBe(429);
});
