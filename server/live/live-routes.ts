import { type Context, Hono } from 'hono';
import { streamQuery } from '#domain/changes.ts';
import { refuseOtherAccount, requires } from '#server/http/access.ts';
import { describeStream } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { queryString } from '#server/http/input.ts';
import type { Streams } from './streams.ts';

/** Server-sent events that tell open pages to look again: of a member's own data, or of all for the administrator. */
export function liveRoutes({ streams }: { streams: Streams }): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  function open(c: Context<PortalEnv>, scope: string | null, account: string | undefined) {
    refuseOtherAccount(c, c.var.user, account);
    return streams.open(c, scope);
  }

  routes.get(
    '/api/me/events',
    requires('member'),
    queryString(streamQuery),
    describeStream('Changes to the member’s own record as they happen.', 'text/event-stream'),
    (c) => open(c, c.var.user.uid, c.req.valid('query').account),
  );

  routes.get(
    '/api/admin/events',
    requires('admin'),
    queryString(streamQuery),
    describeStream('Every change as it happens.', 'text/event-stream'),
    (c) => open(c, null, c.req.valid('query').account),
  );

  return routes;
}
