import { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import * as z from 'zod/mini';
import type { Config } from '#server/config/config.ts';
import { release } from '#server/config/release.ts';
import { requires } from './access.ts';
import { cookieName } from './cookie-name.ts';
import { describeJson } from './describe.ts';
import type { PortalEnv } from './env.ts';

function documentation(config: Config) {
  const session = { type: 'apiKey', in: 'cookie', name: cookieName('session', config) } as const;
  const admin = { ...session, description: 'The administrator’s session' };
  const reviewer = { ...session, description: 'The session of a reviewer or of the administrator' };
  return {
    info: { title: 'SDC Portal', version: release },
    components: { securitySchemes: { member: session, reviewer, admin } },
  };
}

export function apiDocsRoutes({ config }: { config: Config }, app: Hono<PortalEnv>): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  let text: Promise<string> | undefined;

  const generate = () =>
    generateSpecs(app, {
      documentation: documentation(config),
      // Pages are not part of the API.
      exclude: [/^(?!\/(api|f|p)\/)/],
      excludeMethods: [],
      excludeStaticFile: false,
      // Every operation describes its refusals (describe.ts).
      defaultValidationErrorResponse: false,
    });

  const description = describeJson('This description of the API, as OpenAPI 3.1.', z.looseObject({}));
  routes.get('/api/openapi.json', requires('public'), description, async (c) => {
    // A failure is not kept: a shortage of file descriptors passes.
    text ??= generate()
      .then(JSON.stringify)
      .catch((error: unknown) => {
        text = undefined;
        throw error;
      });
    return c.body(await text, 200, { 'Content-Type': 'application/json' });
  });

  return routes;
}
