import { expect, it } from 'vitest';
import { z } from 'zod';
import { formAccepted, formRefused } from '#domain/forms.ts';
import { openTestApp, type TestApp } from '#tests/helpers/app.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { declaredRoutes } from './access.ts';

const operation = z.object({
  summary: z.string().min(5),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().min(1) })),
});
const document = z.object({
  openapi: z.string().startsWith('3.'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

async function describedRoutes(portal: TestApp) {
  const { paths } = document.parse((await portal.visitor().get('/api/openapi.json')).body);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ...described,
    })),
  );
}

it('describes every route but the pages, with its access and its responses', async () => {
  const portal = await openTestApp('sqlite');
  const described = await describedRoutes(portal);
  const declared = declaredRoutes(portal.app).filter(({ path }) => /^\/(api|f|p)\//.test(path));
  expect(declared.length).toBeGreaterThan(45);
  expect(described.map(({ route }) => route).toSorted()).toEqual(
    declared.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
  for (const { method, path, access } of declared) {
    const found = described.find(({ route }) => route === `${method} ${path}`);
    const security = access === 'public' ? undefined : [{ [access]: [] }];
    expect({ path, security: found?.security }).toEqual({ path, security });
    const statuses = Object.keys(found?.responses ?? {});
    expect({ path, told: statuses.some((status) => /^2|405/.test(status)) }).toEqual({ path, told: true });
    const takesBody = method !== 'GET' && method !== 'OPTIONS';
    expect({ path, body: found?.requestBody !== undefined }).toEqual({ path, body: takesBody });
  }
});

it('describes the form service’s actual responses', async () => {
  const portal = await openTestApp('sqlite');
  const described = (await describedRoutes(portal)).find(({ route }) => route === 'POST /f/:formId');
  expect(Object.keys(described?.requestBody?.content ?? {})).toEqual([
    'application/json',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
  ]);
  const visitor = portal.visitor();
  const sent: [string, object, number][] = [
    ['/f/contact', contactMessage(), 200],
    ['/f/contact', contactMessage({ email: 'no address' }), 422],
    ['/f/contact', [], 400],
    ['/f/none', contactMessage(), 404],
    ['/f/contact', contactMessage({ message: 'x'.repeat(70_000) }), 413],
  ];
  for (const [path, body, expected] of sent) {
    const answer = await visitor.post(path, body);
    expect(answer.status).toBe(expected);
    expect(Object.keys(described?.responses ?? {})).toContain(String(expected));
    (expected === 200 ? formAccepted : formRefused).parse(answer.body);
  }
});
