import { type Context, Hono } from 'hono';
import { bulkChoice, mailForecast, mailForecastQuery } from '#domain/bulk-mail.ts';
import { messageId } from '#domain/form-inbox.ts';
import {
  audience,
  groupMessage,
  groupMessageAudience,
  groupMessageCorrection,
  groupMessageRefusals,
  groupMessagesPage,
  groupMessagesQuery,
  groupMessageTest,
  groupMessageTested,
  messagePlan,
  newGroupMessage,
  ownMessages,
  recipientsPage,
  recipientsQuery,
} from '#domain/group-messages.ts';
import { memberFilter } from '#domain/member-list.ts';
import { remindersPreview } from '#domain/reminders.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody, queryString } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readForecast } from '#server/mail/bulk-mails.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { readAudience } from './audience.ts';
import { type ComposeDeps, composeTest } from './group-mails.ts';
import {
  correctGroupMessage,
  listGroupMessages,
  readGroupMessage,
  sendGroupMessage,
  stopGroupMails,
  withdrawGroupMessage,
} from './message-store.ts';
import { dismissMessage, listOwnMessages } from './own-messages.ts';
import { moveMessage } from './planned-messages.ts';
import { listRecipients } from './recipients.ts';
import { previewReminders } from './reminders.ts';

interface RouteDeps extends ComposeDeps {
  outbox: Outbox;
}

/** Messages from the administrator to a group of members (docs/decisions/group-messages.md). */
export function groupMessageRoutes(deps: RouteDeps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  addReading(routes, deps);
  addWriting(routes, deps);
  addMails(routes, deps);
  addReminders(routes, deps);
  addOwn(routes, deps);
  return routes;
}

function addReading(routes: Hono<PortalEnv>, deps: RouteDeps): void {
  const { store } = deps;
  routes.get(
    '/api/admin/messages',
    requires('admin'),
    queryString(groupMessagesQuery),
    describeJson('The messages that were sent, newest first, one page.', groupMessagesPage),
    async (c) => c.json(await listGroupMessages(deps, c.req.valid('query').cursor)),
  );

  routes.get(
    '/api/admin/message-audience',
    requires('admin'),
    queryString(memberFilter),
    describeJson('The members who would get a message with this filter.', groupMessageAudience),
    async (c) => {
      const members = await readAudience(store.db, { filter: c.req.valid('query') });
      return c.json({ ...members, sendsMail: deps.config.smtpUrl !== undefined });
    },
  );

  // A query string has no room for hundreds of ids.
  routes.post(
    '/api/admin/message-audience',
    requires('admin'),
    jsonBody(audience),
    describeJson('The members who would get a message, also if they were selected.', groupMessageAudience),
    async (c) => {
      const members = await readAudience(store.db, c.req.valid('json'));
      return c.json({ ...members, sendsMail: deps.config.smtpUrl !== undefined });
    },
  );

  routes.get(
    '/api/admin/messages/:id/recipients',
    requires('admin'),
    queryString(recipientsQuery),
    describeJson('The members to whom a message was sent, one page.', recipientsPage),
    async (c) => c.json(await listRecipients(store.db, idOf(c), c.req.valid('query'))),
  );
}

function addWriting(routes: Hono<PortalEnv>, deps: RouteDeps): void {
  const { store } = deps;
  routes.post(
    '/api/admin/messages',
    requires('admin'),
    jsonBody(newGroupMessage),
    describeJson(
      'Sends a message to the members of a filter or to selected ones, now or later.',
      groupMessage,
    ),
    async (c) => {
      const id = await sendGroupMessage(store, c.var.user, c.req.valid('json'));
      deps.outbox.wake();
      return c.json(await readGroupMessage(deps, id));
    },
  );

  routes.patch(
    '/api/admin/messages/:id',
    requires('admin'),
    jsonBody(groupMessageCorrection),
    describeJson('Corrects a message on dashboards.', groupMessage),
    async (c) => {
      const id = idOf(c);
      await correctGroupMessage(store, c.var.user.uid, id, c.req.valid('json'));
      return c.json(await readGroupMessage(deps, id));
    },
  );

  routes.put(
    '/api/admin/messages/:id/plan',
    requires('admin'),
    jsonBody(messagePlan),
    describeJson('Moves a planned message to another time.', groupMessage),
    async (c) => {
      const id = idOf(c);
      await moveMessage(store, id, c.req.valid('json').at);
      return c.json(await readGroupMessage(deps, id));
    },
  );

  routes.delete(
    '/api/admin/messages/:id',
    requires('admin'),
    noBody(),
    describeJson('Withdraws a message, or cancels a planned one.', groupMessage),
    async (c) => {
      const id = idOf(c);
      await withdrawGroupMessage(store, c.var.user.uid, id);
      return c.json(await readGroupMessage(deps, id));
    },
  );
}

function addMails(routes: Hono<PortalEnv>, deps: RouteDeps): void {
  const { store } = deps;
  routes.get(
    '/api/admin/mail-forecast',
    requires('admin'),
    queryString(mailForecastQuery),
    describeJson(
      'When the last of so many bulk emails would be sent, and what goes before them.',
      mailForecast,
    ),
    async (c) => c.json(await readForecast(store.db, c.req.valid('query'), deps.config)),
  );

  routes.patch(
    '/api/admin/messages/:id/emails',
    requires('admin'),
    jsonBody(bulkChoice),
    describeJson('Stops the emails of a message, or continues them.', groupMessage),
    async (c) => {
      const id = idOf(c);
      await stopGroupMails(store, c.var.user.uid, id, c.req.valid('json').stopped);
      deps.outbox.wake();
      return c.json(await readGroupMessage(deps, id));
    },
  );

  routes.post(
    '/api/admin/message-test',
    requires('admin'),
    jsonBody(groupMessageTest),
    describeJson('Sends a message by email to its sender alone.', groupMessageTested),
    async (c) => {
      const { uid, email } = c.var.user;
      const mail = await composeTest(deps, { uid, email }, c.req.valid('json'));
      await store.transact((trx) => deps.outbox.enqueue(trx, mail));
      deps.outbox.wake();
      return c.json({ to: email });
    },
  );
}

function addReminders(routes: Hono<PortalEnv>, { store, content }: RouteDeps): void {
  routes.get(
    '/api/admin/settings/reminders/preview',
    requires('admin'),
    describeJson('How many members each reminder would reach, and has reached.', remindersPreview),
    async (c) => c.json(await previewReminders(store.db, content)),
  );
}

function addOwn(routes: Hono<PortalEnv>, deps: RouteDeps): void {
  routes.get(
    '/api/me/messages',
    requires('member'),
    describeJson('The messages that the member’s dashboard shows.', ownMessages),
    async (c) => c.json(await listOwnMessages(deps.store.db, deps, c.var.user.uid)),
  );

  routes.delete(
    '/api/me/messages/:id',
    requires('member'),
    noBody(),
    describeJson('Takes a message off the member’s dashboard.', ownMessages),
    async (c) => c.json(await dismissMessage(deps, c.var.user.uid, idOf(c))),
  );
}

/** The message that the address names. An id that no message can have never reaches the database. */
function idOf(c: Context): string {
  const id = messageId.safeParse(c.req.param('id'));
  if (!id.success) throw new Refusal(404, 'NOT_FOUND', groupMessageRefusals.missing);
  return id.data;
}
