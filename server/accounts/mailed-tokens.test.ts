import { expect, it } from 'vitest';
import { declaredRoutes } from '#server/http/access.ts';
import { requestBounds } from '#server/limits/bounds.ts';
import { createLimiter } from '#server/limits/limiter.ts';
import { openTestApp, type TestApp } from '#tests/helpers/app.ts';
import { goodBody } from '#tests/helpers/good-bodies.ts';

const sender = '192.0.2.5';
const bound = requestBounds['wrong-token'];

/** As if this sender had tried all but `left` of the wrong tokens that it may. */
async function exhaust({ deps, store }: TestApp, purpose: string, left: number): Promise<void> {
  const counters = { db: store.db, secret: deps.config.authSecret };
  const limiter = createLimiter(counters, { name: 'wrong-token', ...bound });
  await limiter.set(`${purpose} ${sender}`, bound.points - left, bound.seconds);
}

const purposes: Record<string, string> = {
  '/api/auth/confirm-email': 'confirm-email',
  '/api/auth/check-reset-link': 'reset-password',
  '/api/auth/reset-password': 'reset-password',
  '/api/auth/restore-email': 'restore-email',
  '/api/unsubscribe': 'unsubscribe',
  '/unsubscribe': 'unsubscribe',
};

const hasToken = (path: string) => 'token' in (goodBody('POST', path) ?? {});

function tokenRoutes({ app }: TestApp) {
  return declaredRoutes(app)
    .map(({ method, path }) => ({ method, path, body: goodBody(method, path) }))
    .filter(({ method, path }) => method === 'POST' && (path === '/unsubscribe' || hasToken(path)));
}

it('every address that takes a mailed token refuses a wrong one, whatever it consists of', async () => {
  const portal = await openTestApp('sqlite', { env: { RATE_LIMIT: 'off' } });
  for (const { path, body } of tokenRoutes(portal).filter((route) => hasToken(route.path))) {
    for (const token of [
      '',
      'made-up',
      '../reset',
      "' or 1=1 --",
      '\0',
      '👋',
      'x'.repeat(200),
      'x'.repeat(201),
    ]) {
      const answer = await portal.visitor().post(path, { ...body, token });
      expect(answer, `${path} with ${token}`).toMatchObject({ status: 400, body: { field: 'token' } });
    }
  }
});

it('every address that takes a mailed token counts wrong ones, for its purpose alone', async () => {
  const portal = await openTestApp('sqlite');
  const routes = tokenRoutes(portal);
  expect(routes.map(({ path }) => path).toSorted()).toEqual(Object.keys(purposes).toSorted());
  const send = ({ method, path, body }: (typeof routes)[number]) =>
    portal
      .visitor(sender)
      .send(method, path === '/unsubscribe' ? `${path}?token=asha.abcdefgh` : path, { body });

  for (const route of routes) {
    await exhaust(portal, purposes[route.path] ?? '', 1);
    expect((await send(route)).status, route.path).toBe(400);
    expect((await send(route)).status, route.path).toBe(429);
    for (const other of routes.filter(({ path }) => purposes[path] !== purposes[route.path])) {
      await exhaust(portal, purposes[other.path] ?? '', 1);
      expect((await send(other)).status, other.path).toBe(400);
    }
  }
});
