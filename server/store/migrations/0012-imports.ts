import { type Kysely, sql } from 'kysely';
import { type Engine, text } from './columns.ts';

/** What was moved in from another service, so that it can be undone, given back, and its passwords verified. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = text(engine);

  await db.schema
    .createTable('imports')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('at', string, (column) => column.notNull())
    .addColumn('undoneAt', string)
    .execute();

  await db.schema
    .createTable('imported_accounts')
    .addColumn('uid', string, (column) => column.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('importId', string, (column) => column.notNull().references('imports.id'))
    .addColumn('sourceUid', string, (column) => column.notNull())
    .addColumn('made', string, (column) => column.notNull())
    .addColumn('lastSignedInAt', string)
    .addColumn('extras', string, (column) => column.notNull())
    .addColumn('previous', string)
    .addCheckConstraint(
      'imported_accounts_made',
      sql`${sql.ref('made')} in ('account', 'record', 'administrator')`,
    )
    .execute();
  await db.schema
    .createIndex('imported_accounts_sourceUid')
    .on('imported_accounts')
    .column('sourceUid')
    .execute();

  await db.schema
    .createTable('imported_messages')
    .addColumn('id', string, (column) =>
      column.primaryKey().references('form_submissions.id').onDelete('cascade'),
    )
    .addColumn('importId', string, (column) => column.notNull().references('imports.id'))
    .execute();

  await db.schema
    .createTable('password_keys')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('sealed', string, (column) => column.notNull())
    .execute();

  // Holds the imported password hashes only, so that it is known at once when the last one is gone.
  await sql`create index ${sql.ref('account_imported_password')} on ${sql.table('account')} (${sql.ref('userId')})
    where substr(${sql.ref('password')}, 1, 10) in ('$firebase$', '!$firebase')`.execute(db);
}
