import { emailAddress } from '#domain/accounts.ts';
import { storableLine } from '#domain/form-submission.ts';
import { limits } from '#domain/limits.ts';
import { tellInbox } from '#server/forms/inbox-changes.ts';
import { contentColumns } from '#server/forms/inbox-store.ts';
import { padForIn } from '#server/store/chunk.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { shortened } from './account.ts';
import { Faults } from './faults.ts';
import { type ImportedMessage, readMessages } from './messages-file.ts';

export interface MessageImport {
  importId: string;
  adminUid: string;
  form: { id: string; subject: string };
}

const batchSize = 256;

/**
 * Adds the messages of a file to the inbox, marked as read because the club received them by mail. Messages that exist
 * already are skipped.
 * @returns the number of new messages
 */
export async function importMessages(
  trx: Trx,
  file: string,
  { importId, adminUid, form }: MessageImport,
): Promise<number> {
  let count = 0;
  let newest: ImportedMessage | undefined;
  for await (const messages of newMessages(trx, file)) {
    const rows = messages.map((message) => toRow(message, form));
    await trx.insertInto('form_submissions').values(rows).execute();
    await trx
      .insertInto('imported_messages')
      .values(messages.map(({ id }) => ({ id, importId })))
      .execute();
    count += messages.length;
    newest = messages.at(-1);
  }
  if (newest) {
    // One change for all, so that an open inbox reloads once.
    const at = new Date().toISOString();
    await tellInbox(trx, adminUid, { kind: 'message-received', at, message: newest.id });
  }
  return count;
}

/** The messages that the inbox does not have, in non-empty batches. */
export async function* newMessages(db: Db, file: string): AsyncGenerator<ImportedMessage[]> {
  for await (const batch of batches(file)) {
    const ids = batch.map(({ id }) => id);
    const rows = await db
      .selectFrom('form_submissions')
      .select('id')
      .where('id', 'in', padForIn(ids))
      .execute();
    const present = new Set(rows.map(({ id }) => id));
    const fresh = batch.filter(({ id }) => !present.has(id));
    if (fresh.length > 0) yield fresh;
  }
}

async function* batches(file: string): AsyncGenerator<ImportedMessage[]> {
  let batch: ImportedMessage[] = [];
  // The file was validated before.
  for await (const message of readMessages(file, new Faults())) {
    batch.push(message);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function toRow({ id, receivedAt, fields }: ImportedMessage, form: MessageImport['form']) {
  const values = Object.fromEntries(fields);
  const subject = shortened(storableLine(values.subject ?? ''), limits.name) || form.subject;
  return {
    id,
    formId: form.id,
    receivedAt,
    readAt: receivedAt,
    ...contentColumns({
      fields: values,
      subject,
      replyTo: emailAddress.safeParse(values.email).data ?? null,
    }),
  };
}
