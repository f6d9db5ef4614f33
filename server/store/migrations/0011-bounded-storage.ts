import { type Kysely, sql } from 'kysely';
import { type Engine, text } from './columns.ts';

interface Message {
  id: string;
  fields: string;
  replyTo: string | null;
  subject: string;
  searchText: string;
}

const batchSize = 200;

/**
 * The inbox lists messages without reading them whole, knows how much they take, and keeps a deleted one until it is
 * purged. Long texts that a change replaced move out of the change log.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = text(engine);
  for (const name of ['sender', 'excerpt'] as const) {
    await db.schema
      .alterTable('form_submissions')
      .addColumn(name, string, (column) => column.notNull().defaultTo(''))
      .execute();
  }
  await db.schema
    .alterTable('form_submissions')
    .addColumn('bytes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('form_submissions').addColumn('deletedAt', string).execute();
  await fillIn(db as Kysely<{ form_submissions: Message & Filled }>);

  await db.schema
    .createTable('replaced_texts')
    .addColumn('seq', engine === 'postgres' ? sql`bigint` : 'integer', (column) => column.primaryKey())
    .addColumn('uid', string, (column) => column.notNull())
    .addColumn('at', string, (column) => column.notNull())
    .addColumn('texts', string, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('replaced_texts_uid').on('replaced_texts').columns(['uid', 'seq']).execute();
}

interface Filled {
  sender: string;
  excerpt: string;
  bytes: number;
}

/** Messages that were received before have the same columns as those that come. */
async function fillIn(db: Kysely<{ form_submissions: Message & Filled }>): Promise<void> {
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('form_submissions')
      .select(['id', 'fields', 'replyTo', 'subject', 'searchText'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const row of rows) {
      await db.updateTable('form_submissions').set(filled(row)).where('id', '=', row.id).execute();
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batchSize) return;
  }
}

function filled({ fields: json, replyTo, subject, searchText }: Message): Filled {
  const fields = JSON.parse(json) as Record<string, string>;
  const values = Object.entries(fields).filter(([name]) => name !== 'subject');
  const beginning = fields.message ?? values.at(-1)?.[1] ?? subject;
  return {
    sender: (fields.name ?? replyTo ?? '').slice(0, 200).toWellFormed(),
    excerpt: beginning.slice(0, 200).toWellFormed(),
    bytes: Buffer.byteLength(json) + Buffer.byteLength(searchText) + Buffer.byteLength(subject),
  };
}
