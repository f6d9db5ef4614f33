import { Hono } from 'hono';
import * as z from 'zod/mini';
import { memberAnswers } from '#domain/form-answers.ts';
import {
  allRead,
  allReadAnswer,
  type InboxPage,
  type InboxQuery,
  inboxFilter,
  inboxMessages,
  inboxPage,
  inboxQuery,
  messageDeletion,
  messageDeletionAnswer,
  messageMark,
  type ReceivedSubmission,
  receivedSubmission,
  submissionAnswer,
} from '#domain/form-inbox.ts';
import type { Form } from '#domain/forms.ts';
import { timeZoneOf, todayOf } from '#server/config/config.ts';
import { requires } from '#server/http/access.ts';
import { csvFile } from '#server/http/csv.ts';
import { readCursor, writeCursor } from '#server/http/cursor.ts';
import { describeJson, describeStream } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, queryString } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { uidOf } from '#server/members/named-member.ts';
import type { Db } from '#server/store/open.ts';
import { type AnswerDeps, answerSubmission, answersToMember, readAnswers } from './answers.ts';
import { inboxForms } from './help-routes.ts';
import { inboxAsCsv } from './inbox-export.ts';
import {
  answererOf,
  countUnread,
  deleteSubmissions,
  findNewest,
  findSubmission,
  type InboxPosition,
  listSubmissions,
  markAllRead,
  markSubmission,
  type SubmissionRow,
  toListed,
  toReceived,
} from './inbox-store.ts';

type InboxDeps = AnswerDeps;

/** The administrator's inbox of form messages: list, mark, delete, export. */
export function inboxRoutes(deps: InboxDeps): Hono<PortalEnv> {
  const { store, content } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/admin/form-submissions',
    requires('admin'),
    queryString(inboxQuery),
    describeJson('The messages that the forms received, newest first, one page.', inboxPage),
    async (c) => c.json(await readPage(store.db, inboxForms(content), c.req.valid('query'))),
  );

  routes.get(
    '/api/admin/form-submissions/:id',
    requires('admin'),
    describeJson('One message.', receivedSubmission),
    async (c) =>
      c.json(await present(deps, submissionOr404(await findSubmission(store.db, c.req.param('id'))))),
  );

  routes.patch(
    '/api/admin/form-submissions/:id',
    requires('admin'),
    jsonBody(messageMark),
    describeJson(
      'Marks a message as read, a question as answered, or takes a mark back.',
      receivedSubmission,
    ),
    async (c) => {
      const row = await markSubmission(store, c.var.user.uid, c.req.param('id'), c.req.valid('json'));
      return c.json(await present(deps, submissionOr404(row)));
    },
  );

  routes.patch(
    '/api/admin/form-submissions',
    requires('admin'),
    jsonBody(messageDeletion),
    describeJson('Deletes messages, or restores them within a day.', messageDeletionAnswer),
    async (c) => {
      return c.json(await deleteSubmissions(store, c.var.user.uid, c.req.valid('json')));
    },
  );

  routes.post(
    '/api/admin/form-submissions/read',
    requires('admin'),
    jsonBody(allRead),
    describeJson('Marks all messages as read that the page showed or counted.', allReadAnswer),
    async (c) => {
      const newest = positionIn(c.req.valid('json').newest, 'newest');
      return c.json({ changed: await markAllRead(store, c.var.user.uid, newest) });
    },
  );

  addAnswers(routes, deps);
  addExport(routes, deps);
  return routes;
}

function addAnswers(routes: Hono<PortalEnv>, deps: InboxDeps): void {
  routes.post(
    '/api/admin/form-submissions/:id/answer',
    requires('admin'),
    jsonBody(submissionAnswer),
    describeJson('Answers a message by email, and marks a question as answered.', receivedSubmission),
    async (c) => {
      const { text } = c.req.valid('json');
      const row = await answerSubmission(deps, c.var.user.uid, c.req.param('id'), text);
      return c.json(await present(deps, submissionOr404(row)));
    },
  );

  routes.get(
    '/api/admin/members/:uid/answers',
    requires('admin'),
    describeJson('The answers to a member’s messages, newest first.', memberAnswers),
    async (c) => c.json(await answersToMember(deps.store.db, uidOf(c))),
  );
}

function addExport(routes: Hono<PortalEnv>, deps: InboxDeps): void {
  routes.get(
    '/api/admin/form-submissions.csv',
    requires('admin'),
    queryString(inboxFilter),
    describeStream('The messages of the filter as a file for spreadsheets.', 'text/csv'),
    (c) => {
      const context = { forms: inboxForms(deps.content), timeZone: timeZoneOf(deps) };
      const lines = inboxAsCsv(deps.store.db, context, c.req.valid('query'));
      return csvFile(c, `form-submissions-${todayOf(deps)}`, lines);
    },
  );
}

async function present(
  { config, store, content }: InboxDeps,
  row: SubmissionRow,
): Promise<ReceivedSubmission> {
  const answeredBy = await answererOf(store.db, row);
  return toReceived(row, inboxForms(content), { answeredBy, ...(await readAnswers(store.db, config, row)) });
}

async function readPage(
  db: Db,
  forms: readonly Form[],
  { cursor, limit, ...filter }: InboxQuery,
): Promise<InboxPage> {
  const after = cursor === undefined ? undefined : positionIn(cursor, 'cursor');
  const newest = await findNewest(db);
  const rows = await listSubmissions(db, filter, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    submissions: page.map((row) => toListed(row, forms)),
    nextCursor: last && rows.length > limit ? toCursor(last) : null,
    unread: await countUnread(db),
    newest: newest && toCursor(newest),
    forms: forms.map(({ id, title }) => ({ id, title })),
  };
}

function submissionOr404(row: SubmissionRow | null): SubmissionRow {
  if (!row) throw new Refusal(404, 'NOT_FOUND', inboxMessages.missing);
  return row;
}

const position = z.tuple([z.string(), z.string()]);

function toCursor({ receivedAt, id }: InboxPosition): string {
  return writeCursor([receivedAt, id]);
}

function positionIn(cursor: string, field: string): InboxPosition {
  const [receivedAt, id] = readCursor(position, cursor, field);
  return { receivedAt, id };
}
