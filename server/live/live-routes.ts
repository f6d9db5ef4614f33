import { type Context, Hono } from 'hono';
import { type ChangeEvent, isForReviewers, streamQuery } from '#domain/live-events.ts';
import { refuseOtherAccount, requires } from '#server/http/access.ts';
import { describeStream } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { queryString } from '#server/http/input.ts';
import type { Streams } from './streams.ts';

/** Server-sent events that tell open pages to look again: of a member's own data, or of what the staff works on. */
export function liveRoutes({ streams }: { streams: Streams }): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  function open(
    c: Context<PortalEnv>,
    carries: (event: ChangeEvent) => boolean,
    account: string | undefined,
  ) {
    refuseOtherAccount(c, c.var.user, account);
    return streams.open(c, carries);
  }

  routes.get(
    '/api/me/events',
    requires('member'),
    queryString(streamQuery),
    describeStream('Changes to the member’s own record as they happen.', 'text/event-stream'),
    (c) => {
      const own = c.var.user.uid;
      return open(c, ({ uid }) => uid === null || uid === own, c.req.valid('query').account);
    },
  );

  routes.get(
    '/api/admin/events',
    requires('reviewer'),
    queryString(streamQuery),
    describeStream('Every change as it happens; for reviewers, those of submissions.', 'text/event-stream'),
    (c) => {
      const carries = c.var.user.role === 'administrator' ? () => true : isForReviewers;
      return open(c, carries, c.req.valid('query').account);
    },
  );

  return routes;
}
