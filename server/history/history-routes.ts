import { Hono } from 'hono';
import * as z from 'zod/mini';
import { adminVisit } from '#domain/admin.ts';
import { changesPage, changesQuery } from '#domain/changes.ts';
import { shownRecord } from '#domain/members.ts';
import { undoAnswer } from '#domain/undo-answer.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, queryString } from '#server/http/input.ts';
import { rememberVisit } from '#server/members/summary.ts';
import { listChanges } from './changes-page.ts';
import { type UndoDeps, undoChange } from './undo.ts';

const seqParameter = z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER));

/** The changes of the members' records, undo, and up to where the administrator has seen them. */
export function historyRoutes(deps: UndoDeps): Hono<PortalEnv> {
  const { store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/changes',
    requires('admin'),
    queryString(changesQuery),
    describeJson('The change log, newest first.', changesPage),
    async (c) => c.json(await listChanges(store.db, c.req.valid('query'))),
  );

  routes.post(
    '/api/admin/changes/:seq/undo',
    requires('reviewer'),
    jsonBody(shownRecord),
    describeJson('Takes a change back, with all others of its batch.', undoAnswer),
    async (c) => {
      const seq = seqParameter.safeParse(c.req.param('seq'));
      const { shown } = c.req.valid('json');
      return c.json(await undoChange(deps, c.var.user, { seq: seq.data ?? 0, shown }));
    },
  );

  routes.put(
    '/api/admin/visit',
    requires('admin'),
    jsonBody(adminVisit),
    describeJson('Remembers up to where the changes have been seen.', adminVisit),
    async (c) => {
      const { seq } = c.req.valid('json');
      await store.transact((trx) => rememberVisit(trx, c.var.user.uid, seq));
      return c.json({ seq });
    },
  );

  return routes;
}
