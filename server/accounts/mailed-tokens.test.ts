import { expect, it } from 'vitest';
import { declaredRoutes } from '#server/http/access.ts';
import { requestBounds } from '#server/limits/bounds.ts';
import { openTestApp, type TestApp } from '#tests/helpers/app.ts';
import { goodBody } from '#tests/helpers/good-bodies.ts';
import { exhaust } from '#tests/helpers/limits.ts';

const sender = '192.0.2.5';

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
  /** As if this sender had tried all but one of the wrong tokens that it may. */
  const leaveOne = (path: string) =>
    exhaust(portal, 'wrong-token', `${purposes[path]} ${sender}`, requestBounds['wrong-token'], 1);

  for (const route of routes) {
    await leaveOne(route.path);
    expect((await send(route)).status, route.path).toBe(400);
    expect((await send(route)).status, route.path).toBe(429);
    for (const other of routes.filter(({ path }) => purposes[path] !== purposes[route.path])) {
      await leaveOne(other.path);
      expect((await send(other)).status, other.path).toBe(400);
    }
  }
});
