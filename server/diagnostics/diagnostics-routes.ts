import { Hono } from 'hono';
import type * as z from 'zod/mini';
import { emptyBody } from '#domain/accounts.ts';
import { healthProblems } from '#domain/admin.ts';
import { staffScope } from '#domain/changes.ts';
import {
  accessTable,
  authTest,
  type ConfigState,
  configState,
  health,
  integrity,
  type TestNode,
  testNode,
  testNodeRead,
  testNodeWrite,
  usersRead,
} from '#domain/diagnostics.ts';
import type { Config } from '#server/config/config.ts';
import { variableNames } from '#server/config/config-variables.ts';
import type { Content } from '#server/config/content.ts';
import { declaredRoutes, requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import type { Limits } from '#server/limits/limits.ts';
import type { Streams } from '#server/live/streams.ts';
import { createAsideCheck } from '#server/operations/check-aside.ts';
import type { Settings } from '#server/settings/settings.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db, Store } from '#server/store/open.ts';
import { type AuthTestDeps, testAuth } from './auth-test.ts';
import { readHealth, readProblems } from './health.ts';

interface DiagnosticsDeps extends AuthTestDeps {
  config: Config;
  content: Content;
  limits: Limits;
  settings: Settings;
  streams: Streams;
}

/** The administrator's diagnostic tools (spec, points 2 and 7). */
export function diagnosticsRoutes(deps: DiagnosticsDeps, app: Hono<PortalEnv>): Hono<PortalEnv> {
  const { config, limits, store } = deps;
  const routes = new Hono<PortalEnv>();
  const checkAside = createAsideCheck(config);

  function addRead<T>(name: string, about: string, contract: z.ZodMiniType<T>, read: () => T | Promise<T>) {
    routes.get(`/api/diagnostics/${name}`, requires('admin'), describeJson(about, contract), async (c) =>
      c.json(await read()),
    );
  }

  addRead('test-node', 'The test node.', testNodeRead, async () => ({ node: await readTestNode(store.db) }));
  addRead('users', 'How many entries the users node has.', usersRead, async () => ({
    count: await countRows(store.db.selectFrom('members')),
  }));
  addRead('config', 'Which variables are set, never what to.', configState, () =>
    readConfigState(config, store.db),
  );
  addRead('health', 'How database, mail and process are doing, with verdicts.', health, () =>
    readHealth(deps, deps.streams.count()),
  );
  addRead('problems', 'What is bad about the portal right now.', healthProblems, () => readProblems(deps));
  addRead('access', 'Every route with its declared access, read from the app itself.', accessTable, () => ({
    routes: declaredRoutes(app),
  }));

  routes.get(
    '/api/diagnostics/integrity',
    requires('admin'),
    limits.person,
    describeJson('Checks that the data is intact. Reads everything.', integrity),
    async (c) => c.json({ checks: await checkAside() }),
  );

  routes.put(
    '/api/diagnostics/test-node',
    requires('admin'),
    jsonBody(testNodeWrite),
    describeJson('Writes the test node, with the time of now.', testNode),
    async (c) => c.json(await writeTestNode(store, c.var.user.uid, c.req.valid('json').message)),
  );

  routes.post(
    '/api/diagnostics/auth-test',
    requires('admin'),
    jsonBody(emptyBody),
    describeJson('Signs a temporary account in and out; leaves nothing behind.', authTest),
    async (c) => c.json(await testAuth(deps)),
  );

  return routes;
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

/** The table has at most one row. */
const onlyRow = 1;

/** The test node as it is stored, or null before the first write. */
async function readTestNode(db: Db): Promise<TestNode | null> {
  const row = await db
    .selectFrom('test_node')
    .select(['message', 'timestamp'])
    .where('id', '=', onlyRow)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Writes the test node with the current time and publishes it like any change: through the log, the engine's notification
 * and the administrator's stream. It does not touch members.
 */
function writeTestNode(store: Store, actor: string, message: string): Promise<TestNode> {
  return store.change(async (trx) => {
    const before = await readTestNode(trx);
    const node = { message, timestamp: new Date().toISOString() };
    await trx
      .insertInto('test_node')
      .values({ id: onlyRow, ...node })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(node))
      .execute();
    await trx.changes.append({
      uid: staffScope,
      actor,
      kind: 'test-node-written',
      at: node.timestamp,
      fields: {
        message: { old: before?.message ?? null, new: node.message },
        timestamp: { old: before?.timestamp ?? null, new: node.timestamp },
      },
    });
    return node;
  });
}
