import type { Kysely } from 'kysely';
import { type Engine, text } from './columns.ts';

/** What the portal remembers of itself: whose account the administrator's is, and how the last backup went. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = text(engine);
  await db.schema
    .createTable('portal_state')
    .addColumn('name', string, (column) => column.primaryKey())
    .addColumn('value', string, (column) => column.notNull())
    .execute();
}
