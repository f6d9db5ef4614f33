import type { Selectable } from 'kysely';
import { userTable } from '#domain/admin.ts';
import type { MemberExportQuery } from '#domain/member-list.ts';
import { track, trackLabels } from '#domain/members.ts';
import { type CsvValue, csvRow } from '#server/http/csv.ts';
import type { Db } from '#server/store/open.ts';
import type { MembersTable } from '#server/store/tables.ts';
import type { Position } from './member-cursor.ts';
import { readPage } from './member-list.ts';
import { planFor, usualBounds } from './member-plan.ts';

const usualBatch = 200;

/** A batch is longer than a page, and so is the walk to it. */
const bounds = { ...usualBounds, longestWalk: 10 * usualBounds.longestWalk };

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
];

/**
 * The members of a filter as lines of a CSV file, in its order, read batch by batch as fast as they are taken.
 * What is missing is an empty cell; times are ISO 8601 in UTC.
 */
export async function* membersAsCsv(
  db: Db,
  query: MemberExportQuery,
  batchSize = usualBatch,
): AsyncGenerator<string> {
  yield csvRow(header);
  const { sort, dir, ...filter } = query;
  const list = { filter, sort, dir };
  const plan = await planFor(db, list, bounds);
  let after: Position | null = null;
  do {
    const page = await readPage(db, plan, { ...list, after, limit: batchSize }, bounds);
    if (page.rows.length > 0) yield page.rows.map((row) => csvRow(cells(row))).join('');
    after = page.next;
  } while (after);
}

/** Straight from the row: a record checked and copied for each line would be most of the work and the memory. */
function cells(row: Selectable<MembersTable>): CsvValue[] {
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
  ];
}
