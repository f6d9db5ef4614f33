import { Hono } from 'hono';
import { memberOutcome, outcomesAnswer, outcomesWrite } from '#domain/results.ts';
import type { Deps } from '#server/deps.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { uidOf } from '#server/members/named-member.ts';
import { changeOutcomes } from './correct-result.ts';
import { findOutcome } from './outcome-store.ts';
import { readRelease } from './release-state.ts';

/** The outcomes of members, for the administrator only: before their release nobody else gets a byte of them. */
export function outcomeRoutes(deps: Deps): Hono<PortalEnv> {
  const { store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.patch(
    '/api/admin/outcomes',
    requires('admin'),
    jsonBody(outcomesWrite),
    describeJson('Gives members an outcome, or none.', outcomesAnswer),
    async (c) => c.json(await changeOutcomes(deps, c.var.user.uid, c.req.valid('json'))),
  );

  routes.get(
    '/api/admin/outcomes/:uid',
    requires('admin'),
    describeJson('The outcome of one member.', memberOutcome),
    async (c) => {
      const { releasedAt } = await readRelease(store.db);
      return c.json({ outcome: await findOutcome(store.db, uidOf(c)), released: releasedAt !== null });
    },
  );

  return routes;
}
