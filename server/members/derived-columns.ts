import { setImmediate as macrotask } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { truncate } from '#domain/bounded.ts';
import { notSet } from '#domain/departments.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { fieldsWith } from '#domain/member-fields.ts';
import type { Member } from '#domain/members.ts';
import { linkMark, repositoryKey } from '#domain/project-link.ts';
import { normalizeForSearch, searchableText } from '#domain/search-text.ts';
import { yearLabels } from '#domain/study-years.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { toMember } from './member-row.ts';

/** Some characters stand for eighteen once they are normalized. */
const longestKey = 200;

const searchedFields = fieldsWith('searched');
type SearchedField = (typeof searchedFields)[number];

/** How a list shows those fields that it does not show as they are stored. */
const shownAs: { [Name in SearchedField]?: (value: Member[Name]) => string } = {
  yearOfStudy: (year) => yearLabels[year],
  developmentTrack: (track) => (track ? trackLabels[track] : ''),
  submissionTrack: (track) => (track ? trackLabels[track] : ''),
  githubLink: repositoryKey,
};

/** One text with all that a search compares, which are the fields above as a list shows them. */
function searchText(record: Pick<Member, SearchedField>): string {
  return searchedFields
    .map((name) => (name === 'studentId' ? studentIdKey(record.studentId) : searchedAs(name, record[name])))
    .map((text) => truncate(text, longestKey))
    .join('\n');
}

function searchedAs<Name extends SearchedField>(name: Name, value: Member[Name]): string {
  const text = shownAs[name]?.(value) ?? String(value ?? '');
  return text === notSet ? '' : searchableText(text);
}

function nameKey(fullName: string): string {
  return truncate(normalizeForSearch(fullName), longestKey);
}

/** A student ID in one spelling; empty for none. */
export function studentIdKey(studentId: string): string {
  if (studentId === notSet) return '';
  return truncate(searchableText(studentId).replaceAll(' ', ''), longestKey);
}

/** Written as in the index `members_progress`, so that SQLite counts in it. */
export function isSubmitted(submitted: boolean): RawBuilder<SqlBool> {
  return sql`("githubLink" is null) = ${!submitted}`;
}

/** The derived columns of a record: for lists, and for finding the same repository and the same student ID. */
export function derivedColumns(record: Member) {
  return {
    nameKey: nameKey(record.fullName),
    searchText: searchText(record),
    studentIdKey: studentIdKey(record.studentId),
    ...linkColumns(record),
  };
}

function linkColumns({ githubLink }: Member) {
  return { repository: repositoryKey(githubLink), linkMark: linkMark(githubLink) ?? '' };
}

/** The columns that a write alters: naming another in an update would rewrite its indexes. */
export function alteredColumns(before: Member, after: Member): Partial<ReturnType<typeof derivedColumns>> {
  const searchTextChanged = searchedFields.some((name) => before[name] !== after[name]);
  return {
    ...(searchTextChanged && { nameKey: nameKey(after.fullName), searchText: searchText(after) }),
    ...(after.studentId !== before.studentId && { studentIdKey: studentIdKey(after.studentId) }),
    ...(after.githubLink !== before.githubLink && linkColumns(after)),
  };
}

/** The derived columns that disagree with their records; empty if all agree. Reads every record. */
export async function outdatedColumns(db: Db): Promise<string[]> {
  const faults: string[] = [];
  for await (const rows of everyMember(db)) {
    for (const row of rows) {
      const derived = derivedColumns(toMember(row));
      for (const name of Object.keys(derived) as (keyof typeof derived)[]) {
        if (filledLines(row[name]) !== filledLines(derived[name]))
          faults.push(`member ${row.uid} has an outdated ${name}`);
      }
    }
  }
  return faults;
}

/** Nobody is found by an empty line, so a field that a release adds, empty at first, leaves no record outdated. */
function filledLines(text: string): string {
  return text.replace(/\n{2,}/g, '\n').replace(/^\n|\n$/g, '');
}

/** Rewrites the derived columns from the records, after somebody has changed rows by SQL. */
export async function repairColumns(trx: Trx): Promise<void> {
  for await (const rows of everyMember(trx)) {
    for (const row of rows) {
      await trx
        .updateTable('members')
        .set(derivedColumns(toMember(row)))
        .where('uid', '=', row.uid)
        .execute();
    }
  }
}

const batchSize = 500;

/** All rows of the table, in batches in the order of their uids; the last one may be empty. */
export async function* everyMember(db: Db) {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('members')
      .selectAll()
      .where('uid', '>', last)
      .orderBy('uid')
      .limit(batchSize)
      .execute();
    yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1)?.uid ?? '';
    // SQLite answers synchronously, so this lets other requests run.
    await macrotask();
  }
}
