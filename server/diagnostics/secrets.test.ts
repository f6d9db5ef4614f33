import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { variableNames } from '#server/config/config-variables.ts';
import { declaredRoutes } from '#server/http/access.ts';
import { adminPassword, openActors, openTestApp, type TestApp } from '#tests/helpers/app.ts';
import { canaries, secretsOf, shownIn } from '#tests/helpers/canaries.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { goodBody } from '#tests/helpers/good-bodies.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

/** A number can appear anywhere by chance, but not after a colon. */
const port = '61987';

/** A portal on which every variable has a recognisable value. */
async function openWithCanaries(engine: TestEngine) {
  const env = { ...canaries, ADMIN_PASSWORD: adminPassword, PORT: port };
  const portal = await openTestApp(engine, { env });
  const { dataDir, databaseUrl, setVariables } = portal.deps.config;
  // Amounts, and words of which there are only two.
  const shown = new Set([
    ...['KEEP_MESSAGES_DAYS', 'INBOX_MB', 'BULK_MAIL_PER_DAY', 'MAIL_KEEP_DAYS', 'MAIL_KEEP_MB'],
    ...['TIME_ZONE', 'RATE_LIMIT', 'DEMO', 'BACKUPS'],
  ]);
  const onPostgres = engine === 'postgres' ? [] : ['DATABASE_URL'];
  expect(new Set(variableNames.filter((name) => !setVariables.includes(name)))).toEqual(
    new Set([...onPostgres, ...shown]),
  );
  const values = Object.values({ ...env, PORT: `:${port}` });
  const secrets = secretsOf([...values, dataDir, ...(databaseUrl ? [databaseUrl] : [])]);
  return { portal, actors: await openActors(portal), secrets };
}

/** Calls all tools, and returns the responses that contain a secret. */
async function leaks({ app }: TestApp, visitor: Visitor, secrets: readonly string[]) {
  const found: { path: string; shown: string[] }[] = [];
  const statuses: number[] = [];
  const tools = declaredRoutes(app).filter(({ path }) => path.startsWith('/api/diagnostics/'));
  for (const { method, path } of tools) {
    const sending = method === 'GET' ? {} : { body: goodBody(method, path) ?? {} };
    const { status, text } = await visitor.send(method, path, sending);
    const shown = shownIn(text, secrets);
    if (shown.length > 0) found.push({ path, shown });
    statuses.push(status);
  }
  return { found, statuses: [...new Set(statuses)].toSorted() };
}

describeEachEngine('no answer of the tools holds a configured value', (engine) => {
  it('to any caller', async () => {
    const { portal, actors, secrets } = await openWithCanaries(engine);
    const refused = { member: [403], another: [403], reviewer: [403] };
    const statuses = { nobody: [401], expired: [401], ...refused, administrator: [200] };
    for (const [name, visitor] of Object.entries(actors)) {
      expect({ name, ...(await leaks(portal, visitor, secrets)) }).toEqual({
        name,
        found: [],
        statuses: statuses[name as keyof typeof actors],
      });
    }
  });

  it('and the recovery shows none', async () => {
    const { actors, secrets } = await openWithCanaries(engine);
    for (const visitor of [actors.nobody, actors.member, actors.administrator])
      expect(shownIn((await visitor.get('/api/me/recovery')).text, secrets)).toEqual([]);
  });

  it('when the tested part is broken', async () => {
    const { portal, actors, secrets } = await openWithCanaries(engine);
    for (const table of ['test_node', 'members', 'account', 'mail_outbox']) {
      const away = sql.table(`${table}_away`);
      await sql`alter table ${sql.table(table)} rename to ${away}`.execute(portal.store.db);
    }
    expect(await leaks(portal, actors.administrator, secrets)).toEqual({ found: [], statuses: [200, 500] });
    expect(portal.takeErrors().length).toBeGreaterThan(2);
  });
});
