import { Hono } from 'hono';
import { html } from 'hono/html';
import { generateSpecs } from 'hono-openapi';
import { z } from 'zod';
import { requires } from './access.ts';
import { describeJson, describeStream } from './describe.ts';
import type { PortalEnv } from './env.ts';

const documentation = {
  info: { title: 'SDC Portal', version: '1.0.0' },
  components: {
    securitySchemes: {
      member: { type: 'apiKey', in: 'cookie', name: 'sdc_session' },
      admin: {
        type: 'apiKey',
        in: 'cookie',
        name: 'sdc_session',
        description: 'The administrator’s session',
      },
    },
  },
} as const;

/** The API description, generated from the routes and the schemas they validate with. */
export function apiDocsRoutes(app: Hono<PortalEnv>): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  let specs: ReturnType<typeof generate> | undefined;

  function generate() {
    return generateSpecs(app, {
      documentation,
      // Pages are not part of the API.
      exclude: [/^(?!\/(api|f|p)\/)/],
      excludeMethods: [],
      excludeStaticFile: false,
      defaultValidationErrorResponse: {
        description: 'INVALID_INPUT: the first failure, and the invalid field',
      },
    });
  }

  const description = describeJson('This description of the API, as OpenAPI 3.1.', z.looseObject({}));
  routes.get('/api/openapi.json', requires('public'), description, async (c) => {
    specs ??= generate();
    return c.json(await specs);
  });

  const readable = describeStream('The same for people.', 'text/html');
  routes.get('/api/docs', requires('public'), readable, async (c) => {
    specs ??= generate();
    const { paths = {} } = await specs;
    return c.html(page(Object.entries(paths).flatMap(([path, item]) => operations(path, item ?? {}))));
  });

  return routes;
}

interface Operation {
  method: string;
  path: string;
  summary: string;
  access: string;
  body: string;
}

const methods = ['options', 'get', 'post', 'put', 'patch', 'delete'] as const;

function operations(path: string, item: object): Operation[] {
  const described = item as Record<
    string,
    {
      summary?: string;
      security?: object[];
      requestBody?: { content?: Record<string, { schema?: unknown }> };
    }
  >;
  return methods.flatMap((method) => {
    const operation = described[method];
    if (!operation) return [];
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    return {
      method: method.toUpperCase(),
      path,
      summary: operation.summary ?? '',
      access: Object.keys(operation.security?.[0] ?? { public: [] }).join(),
      body: schema ? JSON.stringify(schema, null, 2) : '',
    };
  });
}

function page(list: Operation[]) {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>SDC Portal API</title>
<h1>SDC Portal API</h1>
<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>. Refusals are
<code>{ "code", "message", "field"? }</code>; requests that change something need this origin and a JSON body.</p>
${list.map(
  ({ method, path, summary, access, body }) => html`<section>
<h2><code>${method} ${path}</code></h2>
<p>${summary} Access: <strong>${access}</strong>.</p>
${body ? html`<details><summary>Request body</summary><pre>${body}</pre></details>` : ''}
</section>`,
)}`;
}
