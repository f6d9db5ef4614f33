import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pages } from '#domain/pages.ts';
import { type Access, type DeclaredRoute, declaredRoutes, requires } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { type ActorName, type Actors, actorNames, openActors, openTestApp } from './helpers/app.ts';
import { refusedWith } from './helpers/visitor.ts';

/** The routes for everybody (spec, point 6). A new one fails until it is named here. */
const publicRoutes = [
  ...['GET /api/health', 'GET /api/ready', 'GET /api/openapi.json'],
  ...['GET /api/session', 'POST /api/register', 'POST /api/auth/sign-in/email', 'POST /api/auth/sign-out'],
  ...['POST /api/admin/sign-in', 'POST /api/auth/request-password-reset', 'POST /api/auth/check-reset-link'],
  ...['POST /api/auth/reset-password', 'POST /api/auth/restore-email', 'POST /api/auth/confirm-email'],
  ...[
    'GET /api/tasks/:track',
    'POST /api/unsubscribe',
    'POST /unsubscribe',
    'POST /api/help',
    'GET /certificate/:id',
  ],
  ...['GET /api/auth/passkey', 'POST /api/auth/passkey'],
  ...['GET /api/auth/provider', 'GET /api/auth/provider/return', 'GET /api/auth/provider/newcomer'],
  'POST /api/auth/provider/register',
  ...['POST /api/reviewers/check', 'POST /api/reviewers/accept'],
  'POST /api/account/return',
  ...['POST /api/hand-over/check', 'POST /api/hand-over/accept', 'POST /api/numbers'],
  ...['POST /api/setup', 'POST /api/setup/check'],
  ...['OPTIONS /f/:formId', 'GET /f/:formId', 'POST /f/:formId', 'GET /f/:formId/thanks'],
  ...['OPTIONS /p/:project/f/:formId', 'GET /p/:project/f/:formId', 'POST /p/:project/f/:formId'],
  ...['GET /assets/:file', 'GET /logo/:file', 'GET /manifest.webmanifest', 'GET /', 'GET /*'],
  ...pages.map(({ path }) => `GET ${path}`),
];

/** The routes of reviewers. A new one fails until it is named here. */
const reviewerRoutes = [
  ...['GET /api/admin/events', 'GET /api/admin/review-queue', 'GET /api/admin/review-queue/submissions'],
  ...['GET /api/admin/reviews/:uid', 'PATCH /api/admin/reviews'],
  ...['PUT /api/admin/reviews/:uid/claim', 'DELETE /api/admin/reviews/:uid/claim'],
  ...['GET /api/admin/review-snippets', 'POST /api/admin/review-snippets'],
  ...['DELETE /api/admin/review-snippets/:id', 'POST /api/admin/changes/:seq/undo'],
];

/** The expected access: what is not for everybody is a person's own below /api/me, and otherwise the administrator's. */
function expectedAccess(route: DeclaredRoute): Access {
  if (publicRoutes.includes(knownAs(route))) return 'public';
  if (reviewerRoutes.includes(knownAs(route))) return 'reviewer';
  return /^\/api\/me(\/|$)/.test(route.path) ? 'member' : 'admin';
}

const allowed: Record<Access, ActorName[]> = {
  public: [...actorNames],
  member: ['member', 'another', 'reviewer', 'administrator'],
  reviewer: ['reviewer', 'administrator'],
  admin: ['administrator'],
};

const signedOut: ActorName[] = ['nobody', 'expired'];

function knownAs({ method, path }: DeclaredRoute): string {
  return `${method} ${path}`;
}

/** A URL of the route, which refers to another member's data. */
function address(route: DeclaredRoute, { another }: Actors): string {
  return route.path.replace(':uid', another.uid).replace(/:\w+/g, 'some').replace('*', 'some');
}

it('access is what is declared and expected, for every route of the app and everybody', async () => {
  const portal = await openTestApp('sqlite');
  const actors = await openActors(portal);
  const routes = declaredRoutes(portal.app);
  const named = [...publicRoutes, ...reviewerRoutes];
  expect(named.filter((route) => !routes.map(knownAs).includes(route))).toEqual([]);

  for (const route of routes) {
    expect(route.access, knownAs(route)).toBe(expectedAccess(route));
    for (const name of actorNames) {
      // No schema has this field, so a permitted caller gets a validation error and nothing is written.
      const { method } = route;
      const sending = method === 'GET' ? {} : { body: { noSuchField: true } };
      const answer = await actors[name].send(method, address(route, actors), sending);
      const call = `${knownAs(route)} by ${name}`;
      if (allowed[route.access].includes(name)) {
        expect([401, 403], call).not.toContain(answer.status);
        expect(answer.status, call).toBeLessThan(500);
      } else {
        const isKnown = !signedOut.includes(name);
        const refusal = isKnown ? refusedWith(403, 'NOT_ALLOWED') : refusedWith(401, 'SIGN_IN_REQUIRED');
        expect(answer, call).toMatchObject(refusal);
      }
    }
  }
});

describe('a route that does not declare its access', () => {
  afterEach(() => {
    vi.doUnmock('#server/http/health-routes.ts');
    vi.resetModules();
  });

  it.each([
    ['none', (app: Hono<PortalEnv>) => app.get('/api/late', (c) => c.text('')), 'GET /api/late'],
    ['for all methods', (app: Hono<PortalEnv>) => app.all('/api/late', (c) => c.text('')), 'ALL /api/late'],
    [
      'after something else',
      (app: Hono<PortalEnv>) => app.put('/api/late', (_c, next) => next(), requires('member')),
      'PUT /api/late',
    ],
  ])('(%s) is found', (_name, add, found) => {
    const app = new Hono<PortalEnv>().get('/api/good', requires('public'), (c) => c.text(''));
    expect(declaredRoutes(app).map(knownAs)).toEqual(['GET /api/good']);
    add(app);
    expect(() => declaredRoutes(app)).toThrow(`routes without declared access: ${found}`);
  });

  it('stops the start', async () => {
    const { deps } = await openTestApp('sqlite');
    vi.doMock('#server/http/health-routes.ts', () => ({
      healthRoutes: () => new Hono().get('/api/forgotten', (c) => c.text('')),
    }));
    vi.resetModules();
    const { buildApp } = await import('#server/app.ts');
    expect(() => buildApp(deps)).toThrow('GET /api/forgotten');
  });
});
