import { Hono } from 'hono';
import { extensionWrite } from '#domain/date-settings.ts';
import { memberExtension, memberSeason } from '#domain/dates.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { uidOf } from './named-member.ts';
import { type ExtensionDeps, extendDeadline, readExtension, readSeason } from './season.ts';

/** The dates of the season as they hold for one member. */
export function seasonRoutes(deps: ExtensionDeps): Hono<PortalEnv> {
  const { store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/me/season',
    requires('member'),
    describeJson('The dates that matter to the member.', memberSeason),
    async (c) => c.json(await readSeason(store.db, deps, c.var.user.uid)),
  );

  routes.get(
    '/api/admin/members/:uid/extension',
    requires('admin'),
    describeJson('The member’s own deadline, and that of their track.', memberExtension),
    async (c) => c.json(await readExtension(store.db, deps, uidOf(c))),
  );

  routes.put(
    '/api/admin/members/:uid/extension',
    requires('admin'),
    jsonBody(extensionWrite),
    describeJson(
      'Extends the deadline for the member, or ends that; the member gets an email.',
      memberExtension,
    ),
    async (c) => {
      const { until } = c.req.valid('json');
      return c.json(await extendDeadline(deps, { uid: uidOf(c), until, actor: c.var.user.uid }));
    },
  );

  return routes;
}
