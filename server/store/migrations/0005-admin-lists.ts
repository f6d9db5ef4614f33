import { type Kysely, sql } from 'kysely';
import { type Engine, text } from './columns.ts';

/** One index for each order of the list of members; the member's id settles equal ones. */
const sortKeys = {
  nameKey: sql.ref('nameKey'),
  email: sql.ref('email'),
  yearOfStudy: sql.ref('yearOfStudy'),
  department: sql.ref('department'),
  studentId: sql.ref('studentId'),
  contactNumber: sql.ref('contactNumber'),
  developmentTrack: sql`coalesce("developmentTrack", '')`,
  createdAt: sql.ref('createdAt'),
  submittedAt: sql`coalesce("submittedAt", case when "githubLink" is null then '' else '0' end)`,
};

/**
 * What the administrator's lists are searched, sorted and counted by, and what undo needs to know. The new columns and
 * tables stay empty: 0008, which always runs in the same transaction, fills what has become of them.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addToMembers(db, engine);
  await addToChanges(db, engine);
  await createIndexTables(db, engine);
}

async function addToMembers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const name of ['nameKey', 'searchText', 'cohort']) {
    await db.schema
      .alterTable('members')
      .addColumn(name, text(engine), (column) => column.notNull().defaultTo(''))
      .execute();
  }
  for (const [name, key] of Object.entries(sortKeys)) {
    await db.schema
      .createIndex(`members_by_${name}`)
      .on('members')
      .expression(sql`${key}, ${sql.ref('uid')}`)
      .execute();
  }
  await db.schema.createIndex('members_cohort').on('members').column('cohort').execute();
}

async function addToChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('changes').addColumn('batch', text(engine)).execute();
  await db.schema.alterTable('changes').addColumn('undoes', 'bigint').execute();
  await db.schema.createIndex('changes_kind').on('changes').columns(['kind', 'seq']).execute();
  for (const name of ['batch', 'undoes']) {
    await db.schema
      .createIndex(`changes_${name}`)
      .on('changes')
      .column(name)
      .where(sql.ref(name), 'is not', null)
      .execute();
  }
}

async function createIndexTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = text(engine);

  const terms = db.schema
    .createTable('member_terms')
    .addColumn('entry', string, (column) => column.primaryKey())
    .addColumn('uid', string, (column) => column.notNull().references('members.uid').onDelete('cascade'));
  // SQLite would keep the long entries twice, in the table and in its key's index.
  await (engine === 'sqlite' ? terms.modifyEnd(sql`without rowid`) : terms).execute();

  await db.schema
    .createTable('member_counts')
    .addColumn('cohort', string, (column) => column.primaryKey())
    .addColumn('track', string, (column) => column.notNull())
    .addColumn('yearOfStudy', 'integer', (column) => column.notNull())
    .addColumn('department', string, (column) => column.notNull())
    .addColumn('step', 'integer', (column) => column.notNull())
    .addColumn('submitted', 'integer', (column) => column.notNull())
    .addColumn('reviewed', 'integer', (column) => column.notNull())
    .addColumn('graded', 'integer', (column) => column.notNull())
    .addColumn('members', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('registration_days')
    .addColumn('day', string, (column) => column.primaryKey())
    .addColumn('members', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('admin_visits')
    .addColumn('uid', string, (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('at', string, (column) => column.notNull())
    .execute();
}
