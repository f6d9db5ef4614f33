import { setImmediate as macrotask } from 'node:timers/promises';
import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import {
  deletedForMs,
  type InboxFilter,
  inboxMessages,
  type KindFilter,
  type ListedSubmission,
  listedLength,
  type MessageDeletion,
  type MessageDeletionAnswer,
  type MessageMark,
  messageId,
  type ReceivedSubmission,
  receivedSubmission,
} from '#domain/form-inbox.ts';
import type { Form } from '#domain/forms.ts';
import { searchableText, searchWords } from '#domain/search-text.ts';
import type { Config } from '#server/config/config.ts';
import { Refusal } from '#server/http/refusal.ts';
import { padForIn } from '#server/store/chunk.ts';
import { countRows } from '#server/store/count-rows.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db, Store } from '#server/store/open.ts';
import { inPortions } from '#server/store/portions.ts';
import type { Tables } from '#server/store/tables.ts';
import { logInboxChange } from './inbox-changes.ts';

export type SubmissionRow = Selectable<Tables['form_submissions']>;

/** A message's place in the inbox, by which it is ordered. */
export interface InboxPosition {
  receivedAt: string;
  id: string;
}

const listed = [
  'id',
  'formId',
  'receivedAt',
  'readAt',
  'kind',
  'answeredAt',
  'subject',
  'sender',
  'excerpt',
] as const;
export type ListedRow = Pick<SubmissionRow, (typeof listed)[number]>;

/** At most `limit` messages that match the filter, newest first, after `after`, for the list. */
export async function listSubmissions(
  db: Db,
  filter: InboxFilter,
  { after, limit }: { after: InboxPosition | undefined; limit: number },
): Promise<ListedRow[]> {
  const rows: ListedRow[] = [];
  for await (const portion of portionsOf(db, after)) {
    const query = portion.where(matches(filter)).select(listed);
    rows.push(...(await query.limit(limit - rows.length).execute()));
    if (rows.length === limit) break;
  }
  return rows;
}

/** All messages that match the filter, newest first, in pieces. */
export async function* readSubmissions(db: Db, filter: InboxFilter): AsyncGenerator<SubmissionRow[]> {
  for await (const portion of portionsOf(db)) yield portion.where(matches(filter)).selectAll().execute();
}

/**
 * The messages in portions, newest first. SQLite answers synchronously and a search of a full inbox reads 500 MB, so
 * other requests run between two portions. A request waits for several, so each should take about 5 ms: a message has
 * 300 bytes or 130 KB.
 */
async function* portionsOf(db: Db, after?: InboxPosition) {
  const newestFirst = db.selectFrom('form_submissions').orderBy('receivedAt', 'desc').orderBy('id', 'desc');
  let size = 100;
  for (let last = after; ; ) {
    const begun = performance.now();
    const rest = last ? newestFirst.where(isPlaced('<', last)) : newestFirst;
    const end = await rest
      .select(['receivedAt', 'id'])
      .offset(size - 1)
      .limit(1)
      .executeTakeFirst();
    yield end ? rest.where(isPlaced('>=', end)) : rest;
    if (!end) return;
    last = end;
    size = performance.now() - begun < 5 ? Math.min(size * 2, 800) : Math.max(Math.ceil(size / 2), 10);
    await macrotask();
  }
}

function isPlaced(side: '<' | '<=' | '>=', { receivedAt, id }: InboxPosition) {
  return (is: ExpressionBuilder<Tables, 'form_submissions'>) =>
    is(is.refTuple('receivedAt', 'id'), side, is.tuple(receivedAt, id));
}

const kindConditions: Record<KindFilter, Partial<Pick<SubmissionRow, 'kind'>> & { answered?: boolean }> = {
  any: {},
  project: { kind: 'project' },
  question: { kind: 'question' },
  open: { kind: 'question', answered: false },
  answered: { kind: 'question', answered: true },
};

function matches({ q, form, state, kind }: InboxFilter) {
  const { kind: ofKind, answered } = kindConditions[kind];
  const words = searchWords(q).slice(0, 10);
  return (is: ExpressionBuilder<Tables, 'form_submissions'>) =>
    is.and([
      is('deletedAt', 'is', null),
      ...words.map((word) => is('searchText', 'like', `%${word}%`)),
      ...(form ? [is('formId', '=', form)] : []),
      ...(ofKind ? [is('kind', '=', ofKind)] : []),
      ...(answered === undefined ? [] : [is('answeredAt', answered ? 'is not' : 'is', null)]),
      ...(state === 'all' ? [] : [is('readAt', state === 'read' ? 'is not' : 'is', null)]),
    ]);
}

/** One message, or null if it does not exist. */
export async function findSubmission(db: Db, id: string): Promise<SubmissionRow | null> {
  if (!messageId.safeParse(id).success) return null;
  const row = await db
    .selectFrom('form_submissions')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The place of the newest message, or null if the inbox is empty. */
export async function findNewest(db: Db): Promise<InboxPosition | null> {
  const row = await db
    .selectFrom('form_submissions')
    .select(['receivedAt', 'id'])
    .where('deletedAt', 'is', null)
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export function countUnread(db: Db): Promise<number> {
  const present = db.selectFrom('form_submissions').where('deletedAt', 'is', null);
  return countRows(present.where('readAt', 'is', null));
}

/** The number of messages, including deleted ones, and their size in bytes. */
export function inboxSize(db: Db): Promise<{ messages: number; bytes: number }> {
  return db.selectFrom('inbox_total').select(['messages', 'bytes']).executeTakeFirstOrThrow();
}

/** Whether the inbox takes no more messages of strangers, who can fill only a share of the disk. */
export async function isInboxFull(db: Db, { inboxBytes }: Pick<Config, 'inboxBytes'>): Promise<boolean> {
  return (await inboxSize(db)).bytes >= inboxBytes;
}

/** Deletes the messages that were not deleted when they were shown, or restores those of the deletion that was shown. */
export function deleteSubmissions(
  store: Store,
  adminUid: string,
  { ids, deletedAt: shown }: MessageDeletion,
): Promise<MessageDeletionAnswer> {
  return store.transact(async (trx) => {
    const at = new Date().toISOString();
    const deletedAt = shown === null ? at : null;
    const changed = await trx
      .updateTable('form_submissions')
      .set({ deletedAt })
      .where('id', 'in', padForIn(ids))
      .where('deletedAt', shown === null ? 'is' : '=', shown)
      .returning('id')
      .execute();
    const messages = changed.length;
    const kind = deletedAt === null ? 'messages-restored' : 'messages-deleted';
    if (messages > 0) await logInboxChange(trx, adminUid, { kind, at, messages });
    return { changed: messages, deletedAt };
  });
}

/** Removes messages permanently: those deleted long enough ago, and those received before `oldest`. */
export async function purgeSubmissions(store: Store, now: Date, oldest: Date): Promise<void> {
  const restorable = new Date(now.getTime() - deletedForMs);
  const gone = { deletedAt: restorable, receivedAt: oldest };
  for (const [column, before] of Object.entries(gone)) {
    const old = store.db
      .selectFrom('form_submissions')
      .select('id')
      .where(sql.ref(column), '<', before.toISOString());
    await inPortions((most) => removeMessages(store, old.limit(most)));
  }
}

/** Removes messages under the log's lock, which all take before the inbox's total changes. @returns how many */
export function removeMessages(
  store: Store,
  ids: SelectQueryBuilder<Tables, 'form_submissions', { id: string }>,
): Promise<number> {
  return store.change(async (trx) => {
    const removed = trx.deleteFrom('form_submissions').where('id', 'in', ids);
    return Number((await removed.executeTakeFirst()).numDeletedRows);
  });
}

/**
 * Marks a message as read or a question as answered, or takes a mark back, and notifies open pages of a change. A mark
 * that is there already keeps its time and its author. Null if there is no such message.
 */
export function markSubmission(
  store: Store,
  adminUid: string,
  id: string,
  mark: MessageMark,
): Promise<SubmissionRow | null> {
  return store.transact(async (trx) => {
    // Taken before the message is read, so that of two administrators the second sees what the first has done.
    await trx.changes.lock();
    const before = await findSubmission(trx, id);
    if (!before) return null;
    if (before.kind === 'project' && mark.answered !== undefined) {
      throw new Refusal(400, 'INVALID_INPUT', inboxMessages.projectUnanswered, { field: 'answered' });
    }
    const at = new Date().toISOString();
    const write = markedColumns(before, mark, { at, by: adminUid });
    if (Object.keys(write).length === 0) return before;
    const row = await trx
      .updateTable('form_submissions')
      .set(write)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const readAt = { old: before.readAt, new: row.readAt };
    await logInboxChange(trx, adminUid, { kind: 'message-marked', at, message: id, readAt });
    return row;
  });
}

/** The columns that say by whom a question was answered; a mark that is there stays. A project is answered by its review. */
export function answeredColumns({ kind, answeredAt }: SubmissionRow, { at, by }: { at: string; by: string }) {
  return kind === 'question' && answeredAt === null ? { answeredAt: at, answeredBy: by } : {};
}

/** The columns that a mark changes. */
function markedColumns(
  { readAt, answeredAt }: SubmissionRow,
  { read, answered }: MessageMark,
  { at, by }: { at: string; by: string },
) {
  const isAnswered = answered ?? answeredAt !== null;
  return {
    ...(read !== undefined && read !== (readAt !== null) && { readAt: read ? at : null }),
    ...(isAnswered !== (answeredAt !== null) && {
      answeredAt: isAnswered ? at : null,
      answeredBy: isAnswered ? by : null,
    }),
  };
}

/** The name of the account that marked a message as answered; null where it is open, or the account is gone. */
export async function answererOf(db: Db, { answeredBy }: SubmissionRow): Promise<string | null> {
  if (answeredBy === null) return null;
  return (await findAccount(db, answeredBy))?.name ?? null;
}

/** Marks the unread messages up to `newest` as read. @returns how many */
export function markAllRead(store: Store, adminUid: string, newest: InboxPosition): Promise<number> {
  const at = new Date().toISOString();
  return inPortions((most) =>
    store.transact(async (trx) => {
      const unread = trx
        .selectFrom('form_submissions')
        .select('id')
        .where('readAt', 'is', null)
        .where('deletedAt', 'is', null)
        .where(isPlaced('<=', newest))
        .limit(most);
      const marked = trx.updateTable('form_submissions').set({ readAt: at }).where('id', 'in', unread);
      const messages = Number((await marked.executeTakeFirst()).numUpdatedRows);
      if (messages > 0) await logInboxChange(trx, adminUid, { kind: 'message-marked', at, messages });
      return messages;
    }),
  );
}

const storedFields = z.array(z.tuple([z.string(), z.string()]));

/** The values by field name. A map, because senders choose names, and every object has a property `toString`. */
export function fieldsOf(row: SubmissionRow): Map<string, string> {
  return new Map(storedFields.parse(Object.entries(JSON.parse(row.fields))));
}

/** The size of a message without its texts. It also bounds how many fit into the inbox. */
const bytesPerRow = 1024;

/** The columns derived from the values: all of them, the search text, and the excerpts for the list. */
export function contentColumns({
  fields,
  replyTo,
  subject,
  submits,
}: {
  fields: ReadonlyMap<string, string>;
  replyTo: string | null;
  subject: string;
  /** Whether its sender submits a project with a link. A visitor's link is part of a question. */
  submits: boolean;
}) {
  const json = JSON.stringify(Object.fromEntries(fields));
  const searchText = searchableText([...fields.values(), subject].join('\n'));
  const values = [...fields].filter(([name]) => name !== 'subject');
  return {
    fields: json,
    replyTo,
    subject,
    searchText,
    sender: start(fields.get('name') ?? replyTo ?? ''),
    excerpt: start(fields.get('message') ?? values.at(-1)?.[1] ?? subject),
    kind: submits && isProjectLink(fields) ? ('project' as const) : ('question' as const),
    bytes: bytesPerRow + Buffer.byteLength(json) + Buffer.byteLength(searchText) + Buffer.byteLength(subject),
  };
}

/** Whether these values of a form name a project. */
export function isProjectLink(fields: ReadonlyMap<string, string>): boolean {
  return /^https?:/i.test(fields.get('githubLink') ?? '');
}

function start(text: string): string {
  return text.slice(0, listedLength).toWellFormed();
}

export function toListed({ sender, ...row }: ListedRow, forms: readonly Form[]): ListedSubmission {
  return { ...row, form: forms.find(({ id }) => id === row.formId)?.title ?? row.formId, from: sender };
}

/** A row as the inbox shows it, with the form's present labels. */
export function toReceived(
  row: SubmissionRow,
  forms: readonly Form[],
  others: Pick<ReceivedSubmission, 'answeredBy' | 'answers' | 'answering'>,
): ReceivedSubmission {
  const form = forms.find(({ id }) => id === row.formId);
  const fields = [...fieldsOf(row)]
    .filter(([name]) => name !== 'subject')
    .map(([name, value]) => ({ name, label: labelOf(form, name), value }));
  return receivedSubmission.parse({ ...toListed(row, forms), ...others, fields });
}

/** The label of a field; an undeclared field keeps the name from its sender. */
export function labelOf(form: Form | undefined, name: string): string {
  return form?.fields.find((field) => field.name === name)?.label ?? name;
}
