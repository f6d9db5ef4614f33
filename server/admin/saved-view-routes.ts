import { Hono } from 'hono';
import { emptyBody } from '#domain/accounts.ts';
import { newSavedView, savedViewId, savedViewList, savedViewTexts } from '#domain/saved-views.ts';
import type { Deps } from '#server/deps.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { deleteView, listSavedViews, saveView } from './saved-views.ts';

/** The views of the lists that the administrator has named. */
export function savedViewRoutes({ store, limits }: Deps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/saved-views',
    requires('admin'),
    describeJson('The administrator’s saved views of the lists.', savedViewList),
    async (c) => c.json({ views: await listSavedViews(store.db, c.var.user.uid) }),
  );

  routes.put(
    '/api/admin/saved-views',
    requires('admin'),
    limits.person,
    jsonBody(newSavedView),
    describeJson('Saves a view under a name.', savedViewList),
    async (c) => c.json({ views: await saveView(store, c.var.user.uid, c.req.valid('json')) }),
  );

  routes.delete(
    '/api/admin/saved-views/:id',
    requires('admin'),
    limits.person,
    jsonBody(emptyBody),
    describeJson('Deletes a saved view.', savedViewList),
    async (c) => {
      const id = savedViewId.safeParse(c.req.param('id'));
      if (!id.success) throw new Refusal(404, 'NOT_FOUND', savedViewTexts.missing);
      return c.json({ views: await deleteView(store.db, c.var.user.uid, id.data) });
    },
  );

  return routes;
}
