import { Hono } from 'hono';
import { emptyBody } from '#domain/accounts.ts';
import {
  authTest,
  configState,
  testNode,
  testNodeRead,
  testNodeWrite,
  usersRead,
} from '#domain/diagnostics.ts';
import { requires } from '#server/access.ts';
import type { Deps } from '#server/deps.ts';
import { answers } from '#server/http/answers.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { testAuth } from './auth-test.ts';
import { configState as readConfigState } from './config-state.ts';
import { countUsers, readTestNode, writeTestNode } from './test-node.ts';

/** The tools by which whoever runs the portal finds out what works (spec, points 2 and 7). */
export function diagnosticsRoutes(deps: Deps, _app: Hono<PortalEnv>): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  addDatabase(routes, deps);
  addConfiguration(routes, deps);
  return routes;
}

function addDatabase(routes: Hono<PortalEnv>, { store, limits }: Deps): void {
  routes.get(
    '/api/diagnostics/test-node',
    requires('admin'),
    answers('The test node.', testNodeRead),
    async (c) => c.json({ node: await readTestNode(store.db) }),
  );

  routes.put(
    '/api/diagnostics/test-node',
    requires('admin'),
    limits.person,
    jsonBody(testNodeWrite),
    answers('Writes the test node, with the time of now.', testNode),
    async (c) => c.json(await writeTestNode(store, c.var.user.uid, c.req.valid('json').message)),
  );

  routes.get(
    '/api/diagnostics/users',
    requires('admin'),
    answers('How many entries the users node has.', usersRead),
    async (c) => c.json({ count: await countUsers(store.db) }),
  );
}

function addConfiguration(routes: Hono<PortalEnv>, deps: Deps): void {
  routes.get(
    '/api/diagnostics/config',
    requires('admin'),
    answers('Which variables are set, never what to.', configState),
    async (c) => c.json(await readConfigState(deps.config, deps.store.db)),
  );

  routes.post(
    '/api/diagnostics/auth-test',
    requires('admin'),
    deps.limits.person,
    jsonBody(emptyBody),
    answers('Signs a throw-away account in and out; leaves nothing behind.', authTest),
    async (c) => c.json(await testAuth(deps)),
  );
}
