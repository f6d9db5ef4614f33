import type { Kysely } from 'kysely';
import { type Engine, text } from './columns.ts';

interface Before {
  members: { uid: string; githubLink: string | null; repository: string };
}

const batchSize = 200;

/** Feedback to members, what administrators keep about each submission, and the repository that it names. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = text(engine);
  for (const name of ['feedback', 'feedbackAt'] as const) {
    await db.schema.alterTable('members').addColumn(name, string).execute();
  }
  await db.schema
    .alterTable('members')
    .addColumn('repository', string, (column) => column.notNull().defaultTo(''))
    .execute();
  await fillIn(db as Kysely<Before>);
  await db.schema.createIndex('members_repository').on('members').columns(['repository', 'uid']).execute();

  await db.schema
    .createTable('reviews')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('uid', string, (column) => column.notNull().references('members.uid').onDelete('cascade'))
    .addColumn('submittedAt', string, (column) => column.notNull())
    .addColumn('met', string, (column) => column.notNull().defaultTo('[]'))
    .addColumn('draft', string, (column) => column.notNull().defaultTo(''))
    .addColumn('note', string, (column) => column.notNull().defaultTo(''))
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('savedAt', string, (column) => column.notNull())
    .addUniqueConstraint('reviews_submission', ['uid', 'submittedAt'])
    .execute();

  await db.schema
    .createTable('review_snippets')
    .addColumn('id', string, (column) => column.primaryKey())
    .addColumn('text', string, (column) => column.notNull())
    .addColumn('createdAt', string, (column) => column.notNull())
    .execute();
}

async function fillIn(db: Kysely<Before>): Promise<void> {
  let last = '';
  for (;;) {
    const rows = await db
      .selectFrom('members')
      .select(['uid', 'githubLink'])
      .where('githubLink', 'is not', null)
      .where('uid', '>', last)
      .orderBy('uid')
      .limit(batchSize)
      .execute();
    for (const { uid, githubLink } of rows) {
      await db
        .updateTable('members')
        .set({ repository: repositoryKey(githubLink ?? '') })
        .where('uid', '=', uid)
        .execute();
    }
    last = rows.at(-1)?.uid ?? last;
    if (rows.length < batchSize) return;
  }
}

/** As `repositoryKey` in domain/project-link.ts was when this migration was written. */
function repositoryKey(link: string): string {
  const url = URL.parse(link);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return '';
  if (!link.trimStart().toLowerCase().startsWith(`${url.protocol}//`)) return '';
  const site = url.host.replace(/^www\./, '');
  const segments = url.pathname.split('/').filter(Boolean);
  const [owner, repository] = segments;
  const name =
    site === 'github.com' && owner && repository ? `${owner}/${repository}` : [site, ...segments].join('/');
  return name
    .replace(/(?<=.)\.git$/i, '')
    .toLowerCase()
    .slice(0, 200)
    .toWellFormed();
}
