import { type Kysely, sql } from 'kysely';
import { type Engine, sequence, text } from './columns.ts';

/** Both of the spec's lists and the recovery placeholder, as they stood at this migration. */
const departments = [
  'Computer Science Engineering',
  'Computer Science and Engineering (Data Science)',
  'Computer Science and Design',
  'Artificial Intelligence and Machine Learning',
  'Information Science Engineering',
  'Electrical and Electronics Engineering',
  'Electronics and Communication Engineering',
  'Electronics and Communication Engineering-VLSI',
  'Electronics and Communication Engineering-Advanced Communication Technology',
  'Mechanical Engineering',
  'Civil Engineering',
  'Information Technology',
  'Electronics & Communication',
  'Electrical Engineering',
  'Chemical Engineering',
  'Biotechnology',
  'Other',
  'Not Set',
];

const flags = ['registrationComplete', 'taskCompleted', 'submissionReviewed', 'graded'] as const;

/** The members' records and the log of every change to them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = text(engine);

  let members = db.schema
    .createTable('members')
    .addColumn('uid', string, (column) => column.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('fullName', string, (column) => column.notNull())
    .addColumn('email', string, (column) => column.notNull())
    .addColumn('studentId', string, (column) => column.notNull())
    .addColumn('department', string, (column) => column.notNull())
    .addColumn('yearOfStudy', 'integer', (column) => column.notNull())
    .addColumn('contactNumber', string, (column) => column.notNull())
    .addColumn('createdAt', string, (column) => column.notNull())
    .addColumn('updatedAt', string)
    .addColumn('developmentTrack', string)
    .addColumn('trackUpdatedAt', string)
    .addColumn('taskCompletedAt', string)
    .addColumn('githubLink', string)
    .addColumn('projectDescription', string)
    .addColumn('submittedAt', string)
    .addCheckConstraint('members_yearOfStudy', sql`${sql.ref('yearOfStudy')} between 1 and 4`)
    .addCheckConstraint(
      'members_developmentTrack',
      sql`${sql.ref('developmentTrack')} in ('android', 'web', 'ml', 'game')`,
    )
    .addCheckConstraint(
      'members_department',
      sql`${sql.ref('department')} in (${sql.join(departments.map((name) => sql.lit(name)))})`,
    );
  for (const flag of flags) {
    members = members
      .addColumn(flag, 'integer', (column) => column.notNull().defaultTo(0))
      .addCheckConstraint(`members_${flag}`, sql`${sql.ref(flag)} in (0, 1)`);
  }
  await members.execute();

  await db.schema
    .createTable('changes')
    .addColumn('seq', sequence(engine))
    .addColumn('uid', string, (column) => column.notNull())
    .addColumn('actor', string, (column) => column.notNull())
    .addColumn('kind', string, (column) => column.notNull())
    .addColumn('at', string, (column) => column.notNull())
    .addColumn('fields', string, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('changes_uid').on('changes').columns(['uid', 'seq']).execute();
}
