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

  async function generate(): Promise<string> {
    const specs = await generateSpecs(app, {
      documentation: documentation(config),
      // Pages are not part of the API.
      exclude: [/^(?!\/(api|f|p)\/)/],
      excludeMethods: [],
      excludeStaticFile: false,
      defaultValidationErrorResponse: {
        description: 'INVALID_INPUT: the first failure, and the invalid field',
      },
    });
    for (const [path, item] of Object.entries(specs.paths ?? {})) addRefusals(path, item ?? {});
    return JSON.stringify(specs);
  }

  const description = describeJson('This description of the API, as OpenAPI 3.1.', z.looseObject({}));
  routes.get('/api/openapi.json', requires('public'), description, async (c) => {
    // A failure is not kept: a shortage of file descriptors passes.
    text ??= generate().catch((error: unknown) => {
      text = undefined;
      throw error;
    });
    return c.body(await text, 200, { 'Content-Type': 'application/json' });
  });

  return routes;
}

const refusals = {
  400: 'INVALID_INPUT or INVALID_JSON: the first failure, and the invalid field',
  401: 'SIGN_IN_REQUIRED',
  403: 'NOT_ALLOWED, or ORIGIN_REFUSED for a change that another site asks for',
  404: 'Not found: the code says what',
  409: 'ACCOUNT_CHANGED, or a conflict with what is stored',
  413: 'BODY_TOO_LARGE',
  414: 'ADDRESS_TOO_LONG',
  415: 'JSON_EXPECTED',
  429: 'TOO_MANY_ATTEMPTS, with Retry-After',
  503: 'TOO_BUSY or UNAVAILABLE, with Retry-After',
} as const;

const refusalContent = {
  'application/json': {
    schema: {
      type: 'object',
      properties: { code: { type: 'string' }, message: { type: 'string' }, field: { type: 'string' } },
      required: ['code', 'message'],
    },
  },
};

const refusalResponses = Object.fromEntries(
  Object.entries(refusals).map(([status, description]) => [status, { description, content: refusalContent }]),
);

const methods = ['options', 'get', 'post', 'put', 'patch', 'delete'] as const;

/** Adds the refusals that every operation can give. Forms describe theirs. */
function addRefusals(path: string, item: object): void {
  if (!path.startsWith('/api/')) return;
  const described = item as Record<string, { responses?: Record<string, object> }>;
  for (const method of methods) {
    const operation = described[method];
    if (operation) operation.responses = { ...refusalResponses, ...operation.responses };
  }
}
