import { Hono } from 'hono';
import { type Session, session } from '#domain/accounts.ts';
import { mailTestAnswer } from '#domain/mail-settings.ts';
import { mailedToken } from '#domain/mailed-links.ts';
import { setup, setupDefaults, setupMailTest } from '#domain/setup.ts';
import { refuseSetupToken } from '#server/accounts/setup-link.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { testMailSettings } from './mail-test.ts';
import { requireSender } from './settings-routes.ts';
import { readSetup, type SetupDeps, setUp } from './setup.ts';

/** The first run, for the holder of the link that an empty portal prints when it starts. */
export function setupRoutes(deps: SetupDeps): Hono<PortalEnv> {
  const { config, limits, store } = deps;
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
    '/api/setup/mail-test',
    requires('public'),
    limits.token,
    jsonBody(setupMailTest),
    describeJson('Sends a test email before the portal is set up.', mailTestAnswer),
    async (c) => {
      const { token, ...test } = c.req.valid('json');
      await refuseSetupToken(store.db, token);
      return c.json(await testMailSettings(deps, test));
    },
  );

  routes.post(
    '/api/setup',
    requires('public'),
    limits.token,
    jsonBody(setup),
    describeJson('Makes the administrator’s account and the first settings, and signs in.', session, 201),
    async (c) => {
      const form = c.req.valid('json');
      if (form.mail) requireSender(config, form.mail, 'mail');
      return c.json<Session>({ user: await setUp(deps, c, form) }, 201);
    },
  );

  return routes;
}
