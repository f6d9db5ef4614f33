import type { Selectable } from 'kysely';
import { userTable } from '#domain/admin.ts';
import { trackLabels } from '#domain/member-choices.ts';
import type { MemberCsvQuery } from '#domain/member-list.ts';
import { track } from '#domain/members.ts';
import { type CsvValue, csvRow } from '#server/http/csv.ts';
import { padForIn } from '#server/store/chunk.ts';
import type { Db } from '#server/store/open.ts';
import type { MembersTable } from '#server/store/tables.ts';
import type { Position } from './member-cursor.ts';
import { selectInOrder } from './member-query.ts';

/** Longer batches take more memory and are hardly faster. */
const usualBatch = 64;

const header = [
  ...userTable.columns.map((column) => column.label),
  'Registered',
  'Updated',
  'Task Completed',
  'GitHub Link',
  'Project Description',
  'Submitted',
  'Reviewed',
  'Graded',
  'Feedback',
];

/** Only in a file that was asked for with the notes. */
const noteHeader = 'Private Note';

/**
 * The members that match a filter as lines of a CSV file, in its order, read in batches at the reader's pace.
 * Missing values are empty cells; times are ISO 8601 in UTC.
 */
export async function* membersAsCsv(
  db: Db,
  query: MemberCsvQuery,
  batchSize = usualBatch,
): AsyncGenerator<string> {
  const { sort, dir, notes = false, ...filter } = query;
  yield csvRow(notes ? [...header, noteHeader] : header);
  let after: Position | null = null;
  do {
    const rows: ExportedRow[] = await selectInOrder(db, { filter, sort, dir, after })
      .select(columns)
      .limit(batchSize)
      .execute();
    if (rows.length > 0) yield linesOf(rows, notes ? await notesOf(db, rows) : null);
    const last = rows.length === batchSize ? rows.at(-1) : undefined;
    after = last ? { key: last.sortKey, uid: last.uid } : null;
  } while (after);
}

/** Only these columns: those for searching would double the bytes. */
const columns = [
  'uid',
  'fullName',
  'email',
  'yearOfStudy',
  'department',
  'studentId',
  'contactNumber',
  'developmentTrack',
  'createdAt',
  'updatedAt',
  'taskCompleted',
  'githubLink',
  'projectDescription',
  'submittedAt',
  'submissionReviewed',
  'graded',
  'feedback',
] as const satisfies (keyof MembersTable)[];
type Exported = Pick<Selectable<MembersTable>, (typeof columns)[number]>;
type ExportedRow = Exported & { sortKey: string | number };

function linesOf(rows: readonly Exported[], notes: Map<string, string> | null): string {
  let lines = '';
  for (const row of rows) {
    lines += csvRow(notes ? [...cells(row), notes.get(row.uid) ?? ''] : cells(row));
  }
  return lines;
}

/** The notes on the present submissions, by member. */
async function notesOf(db: Db, rows: readonly Exported[]): Promise<Map<string, string>> {
  const reviews = await db
    .selectFrom('reviews')
    .innerJoin('members', 'members.uid', 'reviews.uid')
    .select(['reviews.uid', 'reviews.note'])
    .where('reviews.uid', 'in', padForIn(rows.map(({ uid }) => uid)))
    .where((is) => is('reviews.submittedAt', '=', is.fn.coalesce('members.submittedAt', is.val(''))))
    .execute();
  return new Map(reviews.map(({ uid, note }) => [uid, note]));
}

/** Directly from the row: validating and copying a record per line would be most of the work and the memory. */
function cells(row: Exported): CsvValue[] {
  return [
    row.fullName,
    row.email,
    row.yearOfStudy,
    row.department,
    row.studentId,
    row.contactNumber,
    row.developmentTrack && trackLabels[track.parse(row.developmentTrack)],
    row.createdAt,
    row.updatedAt,
    row.taskCompleted === 1,
    row.githubLink,
    row.projectDescription,
    row.submittedAt,
    row.submissionReviewed === 1,
    row.graded === 1,
    row.feedback,
  ];
}
