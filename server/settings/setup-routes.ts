import { Hono } from 'hono';
import { type Session, session } from '#domain/accounts.ts';
import { mailedToken } from '#domain/mailed-links.ts';
import { setup, setupDefaults } from '#domain/setup.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { readSetup, type SetupDeps, setUp } from './setup.ts';

/** The first run, for the holder of the link that an empty portal prints when it starts. */
export function setupRoutes(deps: SetupDeps): Hono<PortalEnv> {
  const { limits } = deps;
  const routes = new Hono<PortalEnv>();

  routes.post(
    '/api/setup/check',
    requires('public'),
    limits.token,
    jsonBody(mailedToken),
    describeJson('The values that the first run begins with, if the link still works.', setupDefaults),
    async (c) => c.json(await readSetup(deps, c.req.valid('json').token)),
  );

  routes.post(
    '/api/setup',
    requires('public'),
    limits.token,
    jsonBody(setup),
    describeJson('Makes the administrator’s account and the first settings, and signs in.', session, 201),
    async (c) => c.json<Session>({ user: await setUp(deps, c, c.req.valid('json')) }, 201),
  );

  return routes;
}
