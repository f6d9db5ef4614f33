import { Hono } from 'hono';
import { done } from '#domain/accounts.ts';
import { contactInbox, type Form, formFailures } from '#domain/forms.ts';
import { helpRequest } from '#domain/help.ts';
import type { Content } from '#server/config/content.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { isInboxFull } from './inbox-store.ts';
import { type ReceiveDeps, receiveSubmission } from './receive-submission.ts';

/** The form of /help, which no club has to declare. */
const helpForm: Form = {
  id: 'help',
  title: 'Help',
  active: true,
  subject: 'Help with signing in',
  mailTo: contactInbox,
  receipt: true,
  allowedOrigins: [],
  fields: [
    { name: 'email', label: 'Email', type: 'email', required: true },
    { name: 'message', label: 'Message', type: 'multiline', required: true },
  ],
};

/** The forms whose messages the inbox has: the club's, and the portal's own. */
export function inboxForms({ forms: { forms } }: Pick<Content, 'forms'>): Form[] {
  return [...forms.filter(({ id }) => id !== helpForm.id), helpForm];
}

/** Messages of people who cannot sign in. They belong to no account, also when a session exists. */
export function helpRoutes(deps: ReceiveDeps): Hono<PortalEnv> {
  const { config, limits, store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.post(
    '/api/help',
    requires('public'),
    limits.form,
    jsonBody(helpRequest),
    describeJson('Sends a message to the club’s inbox, without an account.', done),
    async (c) => {
      if (await isInboxFull(store.db, config)) {
        throw new Refusal(503, 'TOO_BUSY', formFailures.full, { headers: { 'Retry-After': '3600' } });
      }
      const sent = c.req.valid('json');
      const submission = { fields: Object.entries(sent), replyTo: sent.email, subject: null, id: null };
      return c.json(
        await doneAfter(receiveSubmission(deps, helpForm, submission, { sender: c.var.sender() })),
      );
    },
  );

  return routes;
}
