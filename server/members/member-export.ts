import type { Selectable } from 'kysely';
import { trackLabels } from '#domain/member-choices.ts';
import { memberLabels } from '#domain/member-labels.ts';
import type { MemberCsvQuery } from '#domain/member-list.ts';
import { track } from '#domain/members.ts';
import { type CsvValue, csvRow } from '#server/http/csv.ts';
import { padForIn } from '#server/store/chunk.ts';
import type { Db } from '#server/store/open.ts';
import type { MembersTable } from '#server/store/tables.ts';
import type { Position } from './member-cursor.ts';
import { selectInOrder } from './member-query.ts';
import { flagFields } from './member-row.ts';

/** Longer batches take more memory and are hardly faster. */
const usualBatch = 64;

/** The columns of the file. Only these are read: the columns for searching would double the bytes. */
type ExportedField = keyof typeof memberLabels;
const columns = Object.keys(memberLabels) as ExportedField[];

/** Only in a file that was requested with the notes. */
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
  const labels = Object.values(memberLabels);
  yield csvRow(notes ? [...labels, noteHeader] : labels);
  let after: Position | null = null;
  do {
    const rows: ExportedRow[] = await selectInOrder(db, { filter, sort, dir, after })
      .select(['uid', ...columns])
      .limit(batchSize)
      .execute();
    if (rows.length > 0) yield linesOf(rows, notes ? await notesOf(db, rows) : null);
    const last = rows.length === batchSize ? rows.at(-1) : undefined;
    after = last ? { key: last.sortKey, uid: last.uid } : null;
  } while (after);
}

type ExportedRow = Pick<Selectable<MembersTable>, 'uid' | ExportedField> & { sortKey: string | number };

function linesOf(rows: readonly ExportedRow[], notes: Map<string, string> | null): string {
  let lines = '';
  for (const row of rows) {
    const cells = columns.map((field) => cell(row, field));
    lines += csvRow(notes ? [...cells, notes.get(row.uid) ?? ''] : cells);
  }
  return lines;
}

/** The notes on the present submissions, by member. */
async function notesOf(db: Db, rows: readonly ExportedRow[]): Promise<Map<string, string>> {
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
function cell(row: ExportedRow, field: ExportedField): CsvValue {
  const value = row[field];
  if (field === 'developmentTrack') return value && trackLabels[track.parse(value)];
  return flagFields.includes(field) ? value === 1 : value;
}
