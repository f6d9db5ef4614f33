import { type Kysely, sql } from 'kysely';
import { type Engine, text } from './columns.ts';

/** What the form service receives, the spec's `test` node, and the rate limiter's counters. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = text(engine);

  await db.schema
    .createTable('form_submissions')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('formId', string, (column) => column.notNull())
    .addColumn('receivedAt', string, (column) => column.notNull())
    .addColumn('fields', string, (column) => column.notNull())
    .addColumn('readAt', string)
    .execute();
  await db.schema
    .createIndex('form_submissions_receivedAt')
    .on('form_submissions')
    .columns(['receivedAt', 'id'])
    .execute();

  await db.schema
    .createTable('test_node')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('message', string, (column) => column.notNull())
    .addColumn('timestamp', string, (column) => column.notNull())
    .addCheckConstraint('test_node_id', sql`${sql.ref('id')} = 1`)
    .execute();

  await db.schema
    .createTable('rate_limits')
    .addColumn('key', string, (column) => column.primaryKey())
    .addColumn('points', 'integer', (column) => column.notNull())
    .addColumn('expire', 'bigint')
    .execute();
  await db.schema.createIndex('rate_limits_expire').on('rate_limits').column('expire').execute();
}
