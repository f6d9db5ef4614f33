import { Hono } from 'hono';
import { emptyBody } from '#domain/accounts.ts';
import {
  accessTable,
  authTest,
  type ConfigState,
  configState,
  health,
  integrity,
  testNode,
  testNodeRead,
  testNodeWrite,
  usersRead,
} from '#domain/diagnostics.ts';
import type { Config } from '#server/config.ts';
import { variableNames } from '#server/config-variables.ts';
import type { Deps } from '#server/deps.ts';
import { declaredRoutes, requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { checkData } from '#server/operations/check.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import { testAuth } from './auth-test.ts';
import { readHealth } from './health.ts';
import { readTestNode, writeTestNode } from './test-node.ts';

/** The administrator's diagnostic tools (spec, points 2 and 7). */
export function diagnosticsRoutes(deps: Deps, app: Hono<PortalEnv>): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  addTests(routes, deps);
  addState(routes, deps, app);
  return routes;
}

function addTests(routes: Hono<PortalEnv>, deps: Deps): void {
  const { config, store } = deps;

  routes.get(
    '/api/diagnostics/test-node',
    requires('admin'),
    describeJson('The test node.', testNodeRead),
    async (c) => c.json({ node: await readTestNode(store.db) }),
  );

  routes.put(
    '/api/diagnostics/test-node',
    requires('admin'),
    jsonBody(testNodeWrite),
    describeJson('Writes the test node, with the time of now.', testNode),
    async (c) => c.json(await writeTestNode(store, c.var.user.uid, c.req.valid('json').message)),
  );

  routes.get(
    '/api/diagnostics/users',
    requires('admin'),
    describeJson('How many entries the users node has.', usersRead),
    async (c) => c.json({ count: await countRows(store.db.selectFrom('members')) }),
  );

  routes.get(
    '/api/diagnostics/config',
    requires('admin'),
    describeJson('Which variables are set, never what to.', configState),
    async (c) => c.json(await readConfigState(config, store.db)),
  );

  routes.post(
    '/api/diagnostics/auth-test',
    requires('admin'),
    jsonBody(emptyBody),
    describeJson('Signs a temporary account in and out; leaves nothing behind.', authTest),
    async (c) => c.json(await testAuth(deps)),
  );
}

function addState(routes: Hono<PortalEnv>, deps: Deps, app: Hono<PortalEnv>): void {
  routes.get(
    '/api/diagnostics/health',
    requires('admin'),
    describeJson('How database, mail and process are doing, with verdicts.', health),
    async (c) => c.json(await readHealth(deps)),
  );

  routes.get(
    '/api/diagnostics/integrity',
    requires('admin'),
    deps.limits.person,
    describeJson('Checks that the data is intact. Reads everything.', integrity),
    async (c) => c.json({ checks: await checkData(deps.store) }),
  );

  routes.get(
    '/api/diagnostics/access',
    requires('admin'),
    describeJson('Every route with its declared access, read from the app itself.', accessTable),
    (c) => c.json({ routes: declaredRoutes(app) }),
  );
}

/** Each variable as set or missing, never its value, and whether accounts and data respond. */
export async function readConfigState(config: Config, db: Db): Promise<ConfigState> {
  const variables = variableNames.map((name) => ({
    name,
    set: config.setVariables.includes(name),
    // All have a default that suits one process. Processes that share a database must also share the secret, or each
    // would refuse the others' sessions (docs/decisions/tools.md).
    required: name === 'AUTH_SECRET' && Boolean(config.databaseUrl),
  }));
  const accounts = db.selectFrom('user').innerJoin('account', 'account.userId', 'user.id');
  const responds = (query: { execute(): Promise<unknown> }) =>
    query.execute().then(
      () => true,
      () => false,
    );
  return {
    variables,
    missing: variables.filter((variable) => variable.required && !variable.set).map(({ name }) => name),
    auth: await responds(accounts.select('user.id').limit(1)),
    database: await responds(db.selectFrom('members').select('uid').limit(1)),
  };
}
