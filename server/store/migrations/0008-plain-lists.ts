import { type Kysely, sql } from 'kysely';
import type { Engine } from './columns.ts';

const formerIndexes = [
  'members_by_nameKey',
  'members_by_email',
  'members_by_yearOfStudy',
  'members_by_department',
  'members_by_studentId',
  'members_by_contactNumber',
  'members_by_createdAt',
  'members_by_submittedAt',
  'members_by_cohort',
  'members_by_year_studentId',
  'members_by_year_email',
  'members_by_githubLink',
];

const track = `coalesce("developmentTrack", 'none')`;
const step = `(1 + case when "developmentTrack" is null then 0 else 1 end + "taskCompleted" + "submissionReviewed")`;
const submitted = `case when "githubLink" is null then 0 else 1 end`;

/** What each order of the lists sorts by; the uid settles equal ones. */
const sortKeys = {
  nameKey: '"nameKey"',
  email: 'email',
  yearOfStudy: '"yearOfStudy"',
  department: 'department',
  studentId: '"studentId"',
  contactNumber: '"contactNumber"',
  developmentTrack: `coalesce("developmentTrack", '')`,
  step,
  createdAt: '"createdAt"',
  submittedAt: `coalesce("submittedAt", case when "githubLink" is null then '' else '0' end)`,
  githubLink: `coalesce(substr("githubLink", 1, 160), '')`,
  submissionReviewed: '"submissionReviewed"',
  graded: 'graded',
};

/**
 * What SQLite's indexes hold besides, so that it need not read a record to see that it does not match: for the two
 * orders in which the lists open. PostgreSQL would read it anyway, and refuses index entries over 2,704 bytes.
 */
const coveredOnSqlite: Partial<Record<keyof typeof sortKeys, string>> = {
  createdAt: ', facet, "searchText"',
  submittedAt: ', facet',
};

/** Lists by plain SQL: an index for each order, one text to search, and counts of facets. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const name of formerIndexes) await db.schema.dropIndex(name).execute();
  await db.schema.dropTable('member_terms').execute();
  await db.schema.alterTable('members').renameColumn('cohort', 'facet').execute();
  await db.schema.alterTable('member_counts').renameTo('member_facets').execute();
  await db.schema.alterTable('member_facets').renameColumn('cohort', 'facet').execute();
  await writeSearchColumns(db as Kysely<{ members: Searched & SearchColumns }>);
  await countFacets(db);
  for (const [name, key] of Object.entries(sortKeys)) {
    const covered = engine === 'sqlite' ? (coveredOnSqlite[name as keyof typeof sortKeys] ?? '') : '';
    await db.schema
      .createIndex(`members_by_${name}`)
      .on('members')
      .expression(sql.raw(`${key}, uid${covered}`))
      .execute();
  }
}

async function countFacets(db: Kysely<unknown>): Promise<void> {
  const parts = [
    track,
    '"yearOfStudy"',
    step,
    submitted,
    '"submissionReviewed"',
    'graded',
    'department',
  ] as const;
  await sql.raw(`update members set facet = ${parts.join(` || '/' || `)}`).execute(db);
  await sql`delete from member_facets`.execute(db);
  const columns = 'track, "yearOfStudy", step, submitted, reviewed, graded, department';
  await sql
    .raw(
      `insert into member_facets (facet, ${columns}, members)
      select facet, ${parts.join(', ')}, count(*) from members group by facet, ${parts.join(', ')}`,
    )
    .execute(db);
  await sql`delete from registration_days`.execute(db);
  await sql`insert into registration_days (day, members)
    select substr("createdAt", 1, 10), count(*) from members group by substr("createdAt", 1, 10)`.execute(db);
}

interface Searched {
  uid: string;
  fullName: string;
  email: string;
  studentId: string;
  githubLink: string | null;
}

interface SearchColumns {
  nameKey: string;
  searchText: string;
}

async function writeSearchColumns(db: Kysely<{ members: Searched & SearchColumns }>): Promise<void> {
  let last = '';
  for (;;) {
    const records = await db
      .selectFrom('members')
      .select(['uid', 'fullName', 'email', 'studentId', 'githubLink'])
      .where('uid', '>', last)
      .orderBy('uid')
      .limit(500)
      .execute();
    for (const record of records) {
      const columns = {
        nameKey: truncate(normalize(record.fullName), 200),
        searchText: searchText(record),
      };
      await db.updateTable('members').set(columns).where('uid', '=', record.uid).execute();
    }
    const final = records.at(-1);
    if (!final) return;
    last = final.uid;
  }
}

// As members/search-text.ts and domain/project-link.ts had it when this was written.

function searchText({ fullName, email, studentId, githubLink }: Searched): string {
  const id = withHyphens(studentId).replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, '-');
  const texts = [fullName, email, id, projectOf(githubLink ?? '')];
  const words = new Set(texts.flatMap((text) => wordsOf(text).flatMap(startsOf)));
  return truncate([...words].map((word) => ` ${truncate(word, 60)}`).join(''), 2_000);
}

function projectOf(link: string): string {
  const [, host, path = ''] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#@]+)([^?#]*)/i.exec(link.trim()) ?? [];
  if (!host) return '';
  const site = host.toLowerCase().replace(/^www\./, '');
  const segments = path.split('/').filter(Boolean);
  const [owner, repository] = segments;
  return site === 'github.com' && owner && repository
    ? `${owner}/${repository.replace(/(?!^)\.git$/i, '')}`
    : [site, ...segments].join('/');
}

function wordsOf(text: string): string[] {
  return normalize(withHyphens(text)).split(/[^\p{L}\p{M}\p{N}-]+/u);
}

function withHyphens(text: string): string {
  return text.replace(/['‘’‛ʹʻʼʽ`´′＇\p{Pd}\u00ad\u2212]/gu, '-');
}

function startsOf(word: string): string[] {
  const parts = word.split('-').filter((part) => part !== '');
  return parts.map((_, index) => parts.slice(index).join(''));
}

function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

function truncate(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}
