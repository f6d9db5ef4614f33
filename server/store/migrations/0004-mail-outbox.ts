import { type Kysely, sql } from 'kysely';
import { type Engine, text } from './columns.ts';

/** Mails on their way, and what the inbox of form submissions searches and sorts by. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = text(engine);

  await db.schema
    .createTable('mail_outbox')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('kind', string, (column) => column.notNull())
    .addColumn('to', string, (column) => column.notNull())
    .addColumn('replyTo', string)
    .addColumn('subject', string, (column) => column.notNull())
    .addColumn('text', string)
    .addColumn('html', string)
    .addColumn('createdAt', string, (column) => column.notNull())
    .addColumn('notBefore', string, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('claimedBy', string)
    .addColumn('claimedUntil', string)
    .addColumn('sentAt', string)
    .addColumn('failedAt', string)
    .addColumn('lastError', string)
    .execute();
  await db.schema
    .createIndex('mail_outbox_waiting')
    .on('mail_outbox')
    .columns(['notBefore', 'id'])
    .where(sql.ref('sentAt'), 'is', null)
    .where(sql.ref('failedAt'), 'is', null)
    .execute();

  for (const [name, initial] of [
    ['subject', ''],
    ['searchText', ''],
  ] as const) {
    await db.schema
      .alterTable('form_submissions')
      .addColumn(name, string, (column) => column.notNull().defaultTo(initial))
      .execute();
  }
  await db.schema.alterTable('form_submissions').addColumn('replyTo', string).execute();
  await db.schema
    .createIndex('form_submissions_unread')
    .on('form_submissions')
    .columns(['receivedAt', 'id'])
    .where(sql.ref('readAt'), 'is', null)
    .execute();
}
