import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { InboxFilter, ReceivedSubmission } from '#domain/form-inbox.ts';
import type { Form } from '#domain/forms.ts';
import type { Db, Store } from '#server/store/open.ts';
import type { FormSubmissionsTable, Tables } from '#server/store/tables.ts';
import { tellInbox } from './inbox-changes.ts';
import { labelOf } from './receive-submission.ts';

export type SubmissionRow = Selectable<FormSubmissionsTable>;

/** Where a page of the inbox begins: behind this message. */
export interface InboxPlace {
  receivedAt: string;
  id: string;
}

/** At most `limit` messages that the filter lets through, newest first, from behind `after` on. */
export async function findSubmissions(
  db: Db,
  filter: InboxFilter,
  { after, limit }: { after?: InboxPlace | undefined; limit: number },
): Promise<SubmissionRow[]> {
  let query = db.selectFrom('form_submissions').selectAll().where(matches(filter));
  if (after) {
    query = query.where((is) =>
      is(is.refTuple('receivedAt', 'id'), '<', is.tuple(after.receivedAt, after.id)),
    );
  }
  return query.orderBy('receivedAt', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

function matches({ q, form, state }: InboxFilter) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  return (is: ExpressionBuilder<Tables, 'form_submissions'>) =>
    is.and([
      ...words.map((word) => sql<boolean>`${is.ref('searchText')} like ${containing(word)} escape '\\'`),
      ...(form ? [is('formId', '=', form)] : []),
      ...(state === 'all' ? [] : [is('readAt', state === 'read' ? 'is not' : 'is', null)]),
    ]);
}

function containing(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/** One message, or null where there is none. */
export async function findSubmission(db: Db, id: string): Promise<SubmissionRow | null> {
  if (!isId(id)) return null;
  const row = await db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** What PostgreSQL takes for a text; the rest is nobody's id. */
function isId(id: string): boolean {
  return /^[\w-]+$/.test(id);
}

/** How many messages nobody has read yet. */
export async function countUnread(db: Db): Promise<number> {
  const { unread } = await db
    .selectFrom('form_submissions')
    .select((is) => is.fn.countAll<number>().as('unread'))
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(unread);
}

/** Marks a message as read, or as not read yet, and tells the inbox if that is new. Null where there is none. */
export function markSubmission(
  store: Store,
  adminUid: string,
  id: string,
  read: boolean,
): Promise<SubmissionRow | null> {
  return store.transact(async (trx) => {
    const before = await findSubmission(trx, id);
    if (!before || (before.readAt !== null) === read) return before;
    const at = new Date().toISOString();
    const row = await trx
      .updateTable('form_submissions')
      // The first reading counts.
      .set((is) => ({ readAt: read ? is.fn.coalesce('readAt', is.val(at)) : null }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const readAt = { old: before.readAt, new: row.readAt };
    await tellInbox(trx, adminUid, { kind: 'message-marked', at, message: id, readAt });
    return row;
  });
}

const storedFields = z.record(z.string(), z.string());

/** What was sent, by field name. */
export function fieldsOf(row: SubmissionRow): Record<string, string> {
  return storedFields.parse(JSON.parse(row.fields));
}

/** A row as the inbox shows it, with the labels of the form as it is declared now. */
export function toReceived(row: SubmissionRow, forms: readonly Form[]): ReceivedSubmission {
  const form = forms.find(({ id }) => id === row.formId);
  const fields = fieldsOf(row);
  return {
    id: row.id,
    formId: row.formId,
    form: form?.title ?? row.formId,
    receivedAt: row.receivedAt,
    readAt: row.readAt,
    subject: row.subject,
    from: fields.name ?? row.replyTo ?? '',
    replyTo: row.replyTo,
    fields: Object.entries(fields)
      .filter(([name]) => name !== 'subject')
      .map(([name, value]) => ({ name, label: labelOf(form, name), value })),
  };
}
