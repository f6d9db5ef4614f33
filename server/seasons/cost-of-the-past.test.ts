import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { expect, it } from 'vitest';
import { keepHouse } from '#server/operations/housekeeping.ts';
import type { Store } from '#server/store/open.ts';
import { openTestApp, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { endTheSeason } from '#tests/helpers/season-end.ts';
import { moveSeasons } from './move-season.ts';

/** Each past season adds thousands of rows to these. */
const past = 'past_records|closed_accounts|mail_outbox';
const wholeTable = new RegExp(`^SCAN (?:${past})(?! USING)|Seq Scan on (?:${past})`, 'm');

/** How the engine finds the rows of a statement, with an index wherever there is one: it would read a small table whole. */
async function planOf({ db, engine }: Store, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
  return db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await trx.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
    );
    return rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
  });
}

describeEachEngine('the work of a season', (engine) => {
  it('reads through nothing that past seasons have left, however many there are', async () => {
    const nodes: RootOperationNode[] = [];
    const noting: KyselyPlugin = {
      transformQuery({ node }) {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const noted = (store: Store) => ({ ...store, db: store.db.withPlugin(noting) });
    const portal = await openTestApp(engine, { wrapStore: noted });
    const lead = await signInAdministrator(portal);
    await endTheSeason(portal);
    nodes.length = 0;

    for (const path of [
      'members',
      'members?q=rohan',
      'summary',
      'trash',
      'form-submissions',
      'results',
      'club-members',
      'seasons',
    ])
      expect((await lead.get(`/api/admin/${path}`)).status, path).toBe(200);
    await keepHouse(portal.deps, new Date());
    await moveSeasons(portal.deps);

    const { store } = portal;
    const statements = nodes.map((node) => store.db.getExecutor().compileQuery(node, { queryId: 'noted' }));
    const plans = new Map<string, string>();
    for (const statement of statements) plans.set(statement.sql, await planOf(store, statement));
    expect(plans.size).toBeGreaterThan(30);
    expect([...plans].filter(([, plan]) => wholeTable.test(plan))).toEqual([]);
  });
});
