import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { declaredRoutes } from '#server/http/access.ts';
import type { Store } from '#server/store/open.ts';
import { type Actors, callerFor, openActors, openTestApp, type TestApp } from './helpers/app.ts';
import { cleanUpAfterwards } from './helpers/clean-up.ts';
import { describeEachEngine } from './helpers/engines.ts';
import { goodBody } from './helpers/good-bodies.ts';
import { isLongRun } from './helpers/long-run.ts';

/**
 * In milliseconds: less than two waits of 2.5 seconds for a lock (`lock_timeout`, `defaultLockTimeout`), which `npm run soak`
 * measures. On a busy machine a request that waits once takes longer; one that waits again and again never ends so early.
 */
const longest = isLongRun ? 5_000 : 15_000;
/** Processes on the database, and requests that each has at a time: fewer than the connections of its pool. */
const processes = 6;
const together = 8;

/** Another process takes the database for writing and does not give it back. */
async function lock({ store, deps }: TestApp): Promise<void> {
  const { dataDir, databaseUrl } = deps.config;
  if (!databaseUrl) {
    const other = new DatabaseSync(join(dataDir, 'portal.sqlite'));
    cleanUpAfterwards(async () => other.close());
    other.exec('begin immediate');
    return;
  }
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  cleanUpAfterwards(() => other.end());
  await other.query(`begin; lock table ${(await tableNames(store)).join(', ')} in exclusive mode`);
}

async function tableNames({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db);
  return rows.map(({ name }) => name);
}

describeEachEngine('a database that another process has locked', (engine) => {
  it('answers every request after one wait for the lock', async () => {
    const portal = await openTestApp(engine);
    const portals = [portal];
    while (portals.length < processes) portals.push(await openTestApp(engine, { place: portal.deps.config }));
    const actors: Actors[] = [];
    // One after the other: so many sign-ins to one account together are guesses.
    for (const each of portals) actors.push(await openActors(each));
    const routes = declaredRoutes(portal.app).filter(
      ({ method }) => method !== 'GET' && method !== 'OPTIONS',
    );
    await lock(portal);
    const calls = routes.map(({ method, path, access }, index) => async () => {
      const own = actors[index % processes] as Actors;
      const caller = callerFor(access, own);
      const target = path.replace(':seq', '1').replace(':uid', own.member.uid).replace(/:\w+/g, 'contact');
      const started = performance.now();
      const { status } = await caller.send(method, target, { body: goodBody(method, path) ?? {} });
      return { call: `${method} ${path}`, status, took: Math.round(performance.now() - started) };
    });
    const answers = [];
    while (calls.length > 0)
      answers.push(...(await Promise.all(calls.splice(0, processes * together).map((call) => call()))));
    expect(answers.filter(({ took, status }) => took > longest || status === 500)).toEqual([]);
    expect(answers).toContainEqual(expect.objectContaining({ call: 'POST /api/register', status: 503 }));
    for (const each of portals) each.takeErrors();
  });
});
