import type { Selectable } from 'kysely';
import { inTimeZone } from '#domain/days.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { fieldsWith, memberFields } from '#domain/member-fields.ts';
import type { MemberCsvQuery } from '#domain/member-list.ts';
import { track } from '#domain/members.ts';
import { metByHalf } from '#domain/opinions.ts';
import type { Outcome } from '#domain/outcomes.ts';
import { decided, type PlaceState } from '#domain/places.ts';
import { requirementsAmong } from '#domain/tasks.ts';
import type { Content } from '#server/config/content.ts';
import { type CsvValue, csvRow } from '#server/http/csv.ts';
import { padForIn } from '#server/store/chunk.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import type { Position } from './member-cursor.ts';
import { scoreOf, submissionTrackIn } from './member-list.ts';
import { decisionColumns, selectInOrder } from './member-query.ts';
import { flagFields } from './member-row.ts';
import { opinionsOnRows, type StoredOpinion } from './opinions.ts';

/** Longer batches take more memory and are hardly faster. */
const usualBatch = 64;

/** The columns of the file. Only these are read: the columns for searching would double the bytes. */
const columns = fieldsWith('label');
type ExportedField = (typeof columns)[number];

/** The administrator's decision, after the record. */
const decisionHeaders = ['Outcome', 'Requirements Met', 'Requirements', 'Ticked Requirements'] as const;

/** Only in a file that was requested with the notes. */
const noteHeader = 'Private Note';

/**
 * The members that match a filter as lines of a CSV file, in its order, read in batches at the reader's pace.
 * Missing values are empty cells; times are ISO 8601 in the club's time zone.
 */
export async function* membersAsCsv(
  db: Db,
  { tasks, timeZone }: Pick<LineContext, 'tasks' | 'timeZone'>,
  query: MemberCsvQuery,
  batchSize = usualBatch,
): AsyncGenerator<string> {
  const { sort, dir, notes = false, spreadsheet = false, ...filter } = query;
  const labels = [...columns.map((name) => memberFields[name].label), ...decisionHeaders];
  yield csvRow(notes ? [...labels, noteHeader] : labels);
  let after: Position | null = null;
  do {
    const rows: ExportedRow[] = await selectInOrder(db, { filter, sort, dir, after })
      .select(['uid', 'submissionTrack', ...columns])
      .select(decisionColumns)
      .limit(batchSize)
      .execute();
    if (rows.length > 0)
      yield linesOf(rows, { tasks, timeZone, notes, spreadsheet, ...(await reviewsOf(db, rows)) });
    const last = rows.length === batchSize ? rows.at(-1) : undefined;
    after = last ? { key: last.sortKey, uid: last.uid } : null;
  } while (after);
}

type ExportedRow = Pick<Selectable<Tables['members']>, 'uid' | 'submissionTrack' | ExportedField> & {
  sortKey: string | number;
  score: number;
  outcome: Outcome | null;
  place: PlaceState | null;
};

interface LineContext {
  tasks: Content['tasks'];
  timeZone: string;
  notes: boolean;
  spreadsheet: boolean;
  noteOf: Map<string, string>;
  opinionsOf: (uid: string) => StoredOpinion[];
}

function linesOf(rows: readonly ExportedRow[], context: LineContext): string {
  const { tasks, timeZone, notes, spreadsheet, noteOf, opinionsOf } = context;
  let lines = '';
  for (const row of rows) {
    const score = scoreOf(row, row.score, tasks);
    const submissionTrack = submissionTrackIn(row);
    const opinions = opinionsOf(row.uid);
    const ticks =
      submissionTrack && opinions.length > 0
        ? requirementsAmong(tasks[submissionTrack], metByHalf(opinions))
            .map(({ title }) => title)
            .join('; ')
        : null;
    lines += csvRow([
      ...columns.map((field) =>
        spreadsheet && isNumberLike(field) ? { literal: row[field] } : cell(row, field, timeZone),
      ),
      row.outcome && decided(row.outcome, row.place),
      score?.met ?? null,
      score?.of ?? null,
      ticks,
      ...(notes ? [noteOf.get(row.uid) ?? ''] : []),
    ]);
  }
  return lines;
}

function isNumberLike(field: ExportedField): field is 'studentId' | 'contactNumber' {
  return field === 'studentId' || field === 'contactNumber';
}

async function reviewsOf(db: Db, rows: readonly ExportedRow[]) {
  const reviews = await db
    .selectFrom('reviews')
    .innerJoin('members', 'members.uid', 'reviews.uid')
    .select(['reviews.uid', 'reviews.note'])
    .where('reviews.uid', 'in', padForIn(rows.map(({ uid }) => uid)))
    .where((is) => is('reviews.submittedAt', '=', is.fn.coalesce('members.submittedAt', is.val(''))))
    .execute();
  return {
    noteOf: new Map(reviews.map(({ uid, note }) => [uid, note])),
    opinionsOf: await opinionsOnRows(db, rows),
  };
}

/** Directly from the row: validating and copying a record per line would be most of the work and the memory. */
function cell(row: ExportedRow, field: ExportedField, timeZone: string): CsvValue {
  const value = row[field];
  // Fields with a time have names such as `createdAt`.
  if (typeof value === 'string' && field.endsWith('At')) return inTimeZone(value, timeZone);
  if (field === 'developmentTrack') return value && trackLabels[track.parse(value)];
  return flagFields.includes(field) ? value === 1 : value;
}
