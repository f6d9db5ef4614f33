import { Hono } from 'hono';
import {
  groupMessage,
  groupMessageAudience,
  groupMessageCorrection,
  groupMessagesPage,
  groupMessagesQuery,
  newGroupMessage,
  ownMessages,
  recipientsPage,
  recipientsQuery,
} from '#domain/group-messages.ts';
import { memberFilter } from '#domain/member-list.ts';
import type { Deps } from '#server/deps.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody, queryString } from '#server/http/input.ts';
import { readAudience } from './audience.ts';
import {
  correctGroupMessage,
  listGroupMessages,
  sendGroupMessage,
  withdrawGroupMessage,
} from './message-store.ts';
import { dismissMessage, listOwnMessages } from './own-messages.ts';
import { listRecipients } from './recipients.ts';

type RouteDeps = Pick<Deps, 'store' | 'limits'>;

/** Messages from the administrator to a group of members (docs/decisions/group-messages.md). */
export function groupMessageRoutes(deps: RouteDeps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  addReading(routes, deps);
  addWriting(routes, deps);
  addOwn(routes, deps);
  return routes;
}

function addReading(routes: Hono<PortalEnv>, { store }: RouteDeps): void {
  routes.get(
    '/api/admin/messages',
    requires('admin'),
    queryString(groupMessagesQuery),
    describeJson('The messages that were sent, newest first, one page.', groupMessagesPage),
    async (c) => c.json(await listGroupMessages(store.db, c.req.valid('query').cursor)),
  );

  routes.get(
    '/api/admin/message-audience',
    requires('admin'),
    queryString(memberFilter),
    describeJson('The members who would get a message with this filter.', groupMessageAudience),
    async (c) => c.json(await readAudience(store.db, c.req.valid('query'))),
  );

  routes.get(
    '/api/admin/messages/:id/recipients',
    requires('admin'),
    queryString(recipientsQuery),
    describeJson('The members to whom a message was sent, one page.', recipientsPage),
    async (c) => c.json(await listRecipients(store.db, c.req.param('id'), c.req.valid('query').from)),
  );
}

function addWriting(routes: Hono<PortalEnv>, { store, limits }: RouteDeps): void {
  routes.post(
    '/api/admin/messages',
    requires('admin'),
    limits.person,
    jsonBody(newGroupMessage),
    describeJson('Sends a message to the members of a filter.', groupMessage),
    async (c) => c.json(await sendGroupMessage(store, c.var.user, c.req.valid('json'))),
  );

  routes.patch(
    '/api/admin/messages/:id',
    requires('admin'),
    limits.person,
    jsonBody(groupMessageCorrection),
    describeJson('Corrects a message on dashboards.', groupMessage),
    async (c) =>
      c.json(await correctGroupMessage(store, c.var.user.uid, c.req.param('id'), c.req.valid('json'))),
  );

  routes.delete(
    '/api/admin/messages/:id',
    requires('admin'),
    limits.person,
    noBody(),
    describeJson('Withdraws a message.', groupMessage),
    async (c) => c.json(await withdrawGroupMessage(store, c.var.user.uid, c.req.param('id'))),
  );
}

function addOwn(routes: Hono<PortalEnv>, { store, limits }: RouteDeps): void {
  routes.get(
    '/api/me/messages',
    requires('member'),
    describeJson('The messages that the member’s dashboard shows.', ownMessages),
    async (c) => c.json(await listOwnMessages(store.db, c.var.user.uid)),
  );

  routes.delete(
    '/api/me/messages/:id',
    requires('member'),
    limits.person,
    noBody(),
    describeJson('Takes a message off the member’s dashboard.', ownMessages),
    async (c) => c.json(await dismissMessage(store, c.var.user.uid, c.req.param('id'))),
  );
}
