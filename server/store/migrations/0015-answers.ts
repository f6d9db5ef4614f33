import type { Kysely } from 'kysely';
import { type Engine, text } from './columns.ts';

/** Mails about reviews with their opt-out, how long submissions waited, the sender of a message, and saved views. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = text(engine);

  await db.schema
    .createTable('review_mails')
    .addColumn('uid', string, (column) => column.primaryKey().references('members.uid').onDelete('cascade'))
    .addColumn('dueAt', string, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('review_mails_dueAt').on('review_mails').column('dueAt').execute();

  await db.schema
    .createTable('review_mail_optouts')
    .addColumn('uid', string, (column) => column.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('at', string, (column) => column.notNull())
    .execute();
  await db.schema.alterTable('mail_outbox').addColumn('unsubscribe', string).execute();

  await db.schema
    .createTable('review_waits')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('uid', string, (column) => column.notNull().references('members.uid').onDelete('cascade'))
    .addColumn('reviewedAt', string, (column) => column.notNull())
    .addColumn('seconds', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('review_waits_uid').on('review_waits').column('uid').execute();
  await db.schema
    .createIndex('review_waits_reviewedAt')
    .on('review_waits')
    .columns(['reviewedAt', 'seconds'])
    .execute();

  await db.schema.alterTable('form_submissions').addColumn('memberUid', string).execute();
  await db.schema
    .createIndex('form_submissions_memberUid')
    .on('form_submissions')
    .column('memberUid')
    .execute();

  await db.schema
    .createTable('saved_views')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('uid', string, (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('list', string, (column) => column.notNull())
    .addColumn('name', string, (column) => column.notNull())
    .addColumn('query', string, (column) => column.notNull())
    .addUniqueConstraint('saved_views_name', ['uid', 'list', 'name'])
    .execute();
}
