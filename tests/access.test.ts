import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pages } from '#domain/pages.ts';
import { type Access, type DeclaredRoute, declaredRoutes, requires } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { type ActorName, type Actors, actorNames, openActors, openTestApp } from './helpers/app.ts';

/** The expected access of every route (spec, point 6; DESIGN.md, section 4). A new route fails until it has a row. */
const table: Record<string, Access> = {
  'GET /api/health': 'public',
  'GET /api/ready': 'public',
  'GET /metrics': 'public',
  'GET /api/openapi.json': 'public',
  'GET /api/docs': 'public',

  'GET /api/session': 'public',
  'GET /api/tasks/:track': 'public',
  'POST /api/register': 'public',
  'POST /api/auth/sign-in/email': 'public',
  'POST /api/auth/sign-out': 'public',
  'POST /api/auth/request-password-reset': 'public',
  'POST /api/auth/check-reset-link': 'public',
  'POST /api/auth/reset-password': 'public',
  'POST /api/auth/restore-email': 'public',
  'POST /api/auth/confirm-email': 'public',

  'POST /api/unsubscribe': 'public',
  'POST /unsubscribe': 'public',

  'GET /api/me': 'member',
  'GET /api/me/waiting': 'member',
  'GET /api/me/requirements': 'member',
  'GET /api/me/result': 'member',
  'GET /api/me/result/panel': 'member',
  'POST /api/me/certificate': 'member',
  'DELETE /api/me/certificate': 'member',
  'GET /api/me/mail-settings': 'member',
  'PUT /api/me/mail-settings': 'member',
  'PUT /api/me/track': 'member',
  'PUT /api/me/task-completion': 'member',
  'PUT /api/me/submission': 'member',
  'PATCH /api/me/profile': 'member',
  'GET /api/me/messages': 'member',
  'DELETE /api/me/messages/:id': 'member',

  'POST /api/me/confirmation-mail': 'member',
  'GET /api/me/events': 'member',
  'GET /api/me/recovery': 'member',
  'PUT /api/me/recovery': 'member',

  'POST /api/admin/sign-in': 'public',
  'GET /api/admin/summary': 'admin',
  'GET /api/admin/submission-counts': 'admin',
  'GET /api/admin/members': 'admin',
  'GET /api/admin/members.csv': 'admin',
  'GET /api/admin/members/:uid': 'admin',
  'PATCH /api/admin/members/:uid': 'admin',
  'DELETE /api/admin/members/:uid': 'admin',
  'DELETE /api/admin/members': 'admin',
  'GET /api/admin/members/:uid/account': 'admin',
  'POST /api/admin/members/:uid/reset-link': 'admin',
  'POST /api/admin/members/:uid/end-sessions': 'admin',
  'PATCH /api/admin/reviews': 'admin',
  'PATCH /api/admin/members/:uid/review': 'admin',
  'GET /api/admin/review-queue': 'admin',
  'GET /api/admin/reviews/:uid': 'admin',
  'PATCH /api/admin/reviews/:uid': 'admin',
  'GET /api/admin/review-snippets': 'admin',
  'POST /api/admin/review-snippets': 'admin',
  'DELETE /api/admin/review-snippets/:id': 'admin',
  'GET /api/admin/messages': 'admin',
  'POST /api/admin/messages': 'admin',
  'GET /api/admin/message-audience': 'admin',
  'GET /api/admin/messages/:id/recipients': 'admin',
  'PATCH /api/admin/messages/:id': 'admin',
  'DELETE /api/admin/messages/:id': 'admin',
  'PATCH /api/admin/messages/:id/emails': 'admin',
  'POST /api/admin/message-test': 'admin',
  'PATCH /api/admin/outcomes': 'admin',
  'GET /api/admin/outcomes/:uid': 'admin',
  'GET /api/admin/results': 'admin',
  'POST /api/admin/results/release': 'admin',
  'DELETE /api/admin/results/release': 'admin',
  'PUT /api/admin/results/settings': 'admin',
  'PATCH /api/admin/results/emails': 'admin',
  'GET /api/admin/changes': 'admin',
  'POST /api/admin/changes/:seq/undo': 'admin',
  'PUT /api/admin/visit': 'admin',
  'GET /api/admin/events': 'admin',

  'GET /api/admin/form-submissions': 'admin',
  'GET /api/admin/form-submissions.csv': 'admin',
  'GET /api/admin/form-submissions/:id': 'admin',
  'POST /api/admin/form-submissions/read': 'admin',
  'PATCH /api/admin/form-submissions': 'admin',
  'PATCH /api/admin/form-submissions/:id': 'admin',

  'GET /api/diagnostics/test-node': 'admin',
  'PUT /api/diagnostics/test-node': 'admin',
  'GET /api/diagnostics/users': 'admin',
  'GET /api/diagnostics/config': 'admin',
  'POST /api/diagnostics/auth-test': 'admin',
  'GET /api/diagnostics/health': 'admin',
  'GET /api/diagnostics/integrity': 'admin',
  'GET /api/diagnostics/access': 'admin',

  'OPTIONS /f/:formId': 'public',
  'GET /f/:formId': 'public',
  'POST /f/:formId': 'public',
  'GET /f/:formId/thanks': 'public',
  'OPTIONS /p/:project/f/:formId': 'public',
  'GET /p/:project/f/:formId': 'public',
  'POST /p/:project/f/:formId': 'public',

  'GET /certificate/:id': 'public',

  'GET /assets/:file': 'public',
  'GET /manifest.webmanifest': 'public',
  'GET /shell': 'public',
  'GET /': 'public',
  ...Object.fromEntries(pages.map(({ path }) => [`GET ${path}`, 'public' as const])),
  'GET /*': 'public',
};

const allowed: Record<Access, ActorName[]> = {
  public: ['nobody', 'member', 'another', 'administrator', 'expired'],
  member: ['member', 'another', 'administrator'],
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

describe('access', () => {
  it('is what the table says, for every route of the app and everybody', async () => {
    const portal = await openTestApp('sqlite');
    const actors = await openActors(portal);
    const routes = declaredRoutes(portal.app);
    expect(Object.fromEntries(routes.map((route) => [knownAs(route), route.access]))).toEqual(table);

    for (const route of routes) {
      for (const name of actorNames) {
        // No schema has this field, so a permitted caller gets a validation error and nothing is written.
        const { method } = route;
        const sending = method === 'GET' ? {} : { body: { noSuchField: true } };
        const { status, body } = await actors[name].send(method, address(route, actors), sending);
        const call = `${knownAs(route)} by ${name}`;
        if (allowed[table[knownAs(route)] ?? 'admin'].includes(name)) {
          expect([401, 403], call).not.toContain(status);
          expect(status, call).toBeLessThan(500);
        } else if (signedOut.includes(name)) {
          expect({ call, status, body }).toMatchObject({
            call,
            status: 401,
            body: { code: 'SIGN_IN_REQUIRED' },
          });
        } else {
          expect({ call, status, body }).toMatchObject({ call, status: 403, body: { code: 'NOT_ALLOWED' } });
        }
      }
    }
  });
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
