import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { type StreamQuery, streamQuery } from '#domain/changes.ts';
import type { Deps } from '#server/deps.ts';
import { refuseOtherAccount, requires } from '#server/http/access.ts';
import { describeStream } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { queryString } from '#server/http/input.ts';

/** Changes as server-sent events: a member's own, or all for the administrator. */
export function liveRoutes({ streams }: Deps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  function open(c: Context<PortalEnv>, scope: string | null, { after, account }: StreamQuery) {
    refuseOtherAccount(c, c.var.user, account);
    return streams.open(c, { scope, after: resumeAfter(c, after) });
  }

  routes.get(
    '/api/me/events',
    requires('member'),
    queryString(streamQuery),
    describeStream('Changes to the member’s own record as they happen.', 'text/event-stream'),
    (c) => open(c, c.var.user.uid, c.req.valid('query')),
  );

  routes.get(
    '/api/admin/events',
    requires('admin'),
    queryString(streamQuery),
    describeStream('Every change as it happens.', 'text/event-stream'),
    (c) => open(c, null, c.req.valid('query')),
  );

  return routes;
}

const eventId = z.coerce.number().check(z.int(), z.gte(0));

/**
 * The change after which to resume. A reconnecting browser sends `Last-Event-ID`, which is newer than the `after` in
 * the URL of its first connection.
 */
function resumeAfter(c: Context, after: number | undefined): number | undefined {
  const header = c.req.header('last-event-id');
  if (!header) return after;
  return eventId.safeParse(header).data ?? after;
}
