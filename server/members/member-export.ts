import type { Selectable } from 'kysely';
import { inTimeZone } from '#domain/days.ts';
import { readableAddress } from '#domain/former-address.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { fieldsWith, memberFields } from '#domain/member-fields.ts';
import type { MemberCsvQuery } from '#domain/member-list.ts';
import { track } from '#domain/members.ts';
import { figuresOf, metByHalf } from '#domain/opinions.ts';
import type { Outcome } from '#domain/outcomes.ts';
import { decided, type PlaceState } from '#domain/places.ts';
import { requirementsAmong } from '#domain/tasks.ts';
import type { Content } from '#server/config/content.ts';
import { type CsvValue, csvRow } from '#server/http/csv.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import type { Position } from './member-cursor.ts';
import { scoreOf, submissionTrackIn } from './member-list.ts';
import { decisionColumns, type Search, selectInOrder } from './member-query.ts';
import { flagFields } from './member-row.ts';
import { reviewsOnRows, type StoredOpinion } from './opinions.ts';

/** Longer batches take more memory and are hardly faster. */
const usualBatch = 64;

/** The columns of the file. Only these are read: the columns for searching would double the bytes. */
const columns = fieldsWith('label');
type ExportedField = (typeof columns)[number];

/** The administrator's decision, after the record. */
const decisionHeaders = [
  'Outcome',
  'Requirements Met',
  'Requirements',
  'Ticked Requirements',
  'Opinions',
  'Mean Score',
  'Score Spread',
] as const;

/** Only in a file that was requested with the notes. */
const noteHeaders = ['Comments', 'Private Note'] as const;

/**
 * The members that match a filter as lines of a CSV file, in its order, read in batches at the reader's pace.
 * Missing values are empty cells; times are ISO 8601 in the club's time zone.
 */
export async function* membersAsCsv(
  db: Db,
  { tasks, timeZone }: Pick<LineContext, 'tasks' | 'timeZone'>,
  query: MemberCsvQuery & Pick<Search, 'viewer'>,
  batchSize = usualBatch,
): AsyncGenerator<string> {
  const { sort, dir, notes = false, spreadsheet = false, ...filter } = query;
  const labels = [...columns.map((name) => memberFields[name].label), ...decisionHeaders];
  yield csvRow(notes ? [...labels, ...noteHeaders] : labels);
  let after: Position | null = null;
  do {
    const rows: ExportedRow[] = await selectInOrder(db, { filter, sort, dir, after })
      .select(['uid', 'submissionTrack', ...columns])
      .select(decisionColumns)
      .limit(batchSize)
      .execute();
    if (rows.length > 0)
      yield linesOf(rows, { tasks, timeZone, notes, spreadsheet, reviewOf: await reviewsOnRows(db, rows) });
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
  reviewOf: Awaited<ReturnType<typeof reviewsOnRows>>;
}

function linesOf(rows: readonly ExportedRow[], context: LineContext): string {
  const { tasks, timeZone, notes, spreadsheet, reviewOf } = context;
  let lines = '';
  for (const row of rows) {
    const score = scoreOf(row, row.score, tasks);
    const submissionTrack = submissionTrackIn(row);
    const { opinions, note } = reviewOf(row.uid);
    const { count, mean, spread } = figuresOf(opinions);
    const ticks =
      submissionTrack && opinions.length > 0
        ? requirementsAmong(tasks[submissionTrack], metByHalf(opinions))
            .map(({ title }) => title)
            .join('; ')
        : null;
    lines += csvRow([
      ...columns.map((field) =>
        spreadsheet && isNumberLike(field) ? { literal: row[field] } : cellOf(row, field, timeZone),
      ),
      row.outcome && decided(row.outcome, row.place),
      score?.met ?? null,
      score?.of ?? null,
      ticks,
      ...(score ? [count, mean, spread] : [null, null, null]),
      ...(notes ? [commentsIn(opinions), note] : []),
    ]);
  }
  return lines;
}

function commentsIn(opinions: readonly StoredOpinion[]): string {
  return opinions
    .flatMap(({ by, given, comment }) => (given && comment ? [`${by}: ${comment}`] : []))
    .join('\n');
}

/** Fields whose digits a spreadsheet would take for a number: it drops zeros, and rounds a phone number to 9.2E+11. */
export function isNumberLike(field: ExportedField): field is 'studentId' | 'contactNumber' {
  return field === 'studentId' || field === 'contactNumber';
}

/** The value of a field in a file. Directly from the row: validating and copying a record per line would be most of the work and the memory. */
export function cellOf(
  row: Pick<ExportedRow, ExportedField>,
  field: ExportedField,
  timeZone: string,
): CsvValue {
  const value = row[field];
  // Fields with a time have names such as `createdAt`.
  if (typeof value === 'string' && field.endsWith('At')) return inTimeZone(value, timeZone);
  if (field === 'email') return readableAddress(row.email);
  if (field === 'developmentTrack') return value && trackLabels[track.parse(value)];
  return flagFields.includes(field) ? value === 1 : value;
}
