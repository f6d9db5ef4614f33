import { createHash } from 'node:crypto';
import { CsvError, type Options, parse } from 'csv-parse/sync';
import { addField, fieldName } from '#domain/form-submission.ts';
import { cleanLink } from '#domain/project-link.ts';
import { withoutFormulaMark } from '#server/http/csv.ts';
import { type Faults, readText, refuse } from './input-file.ts';
import { multilineOf } from './record.ts';
import { type DateOrder, isAmbiguous, timeIn } from './times.ts';

export interface ImportedMessage {
  /** Equal for equal messages, so that each is imported once. */
  id: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  fields: Map<string, string>;
}

/** Names that form services give the time of a message, in lower case. */
const timeColumns = [
  ...['date', '_date', 'submitted_at', 'submitted at', 'created_at', 'received', 'timestamp', 'time'],
];
/** Field names that the portal's contact form spells in its own way (spec, point 3); null for the service's number. */
const knownNames = new Map([
  ...['name', 'email', 'message', 'subject'].map((name) => [name, name] as const),
  ...['githublink', 'github link', 'github_link'].map((name) => [name, 'githubLink'] as const),
  ...['id', '_id', ''].map((name) => [name, null] as const),
]);

/**
 * The messages of a CSV file as form services export them: a header with the fields' names and a column with the
 * time. Faults get file, line and column; a file that cannot be read to its end throws ImportError.
 * @param order of day and month in dates such as 03/04/2026; without it they are a fault
 */
export function readMessages(file: string, faults: Faults, order?: DateOrder): ImportedMessage[] {
  const [header, ...rows] = csvRows(file);
  if (!header) refuse(file, 'holds no header');
  const titles = header.cells.map(fieldName);
  const timeAt = titles.findIndex((title) => timeColumns.includes(title.toLowerCase()));
  if (timeAt < 0) {
    refuse(`${file}, line 1`, `has no column with the time: one of ${timeColumns.join(', ')}`);
  }
  const names = titles.map((title, at) => {
    const known = knownNames.get(title.toLowerCase());
    return at === timeAt || known === null ? null : (known ?? title);
  });
  const unclear = order ? undefined : rows.map(({ cells }) => cells[timeAt] ?? '').find(isAmbiguous);
  if (unclear !== undefined) {
    refuse(
      `${file}, ${titles[timeAt]}`,
      `says ${unclear}: add --dates day-first or --dates month-first for the dates of this file`,
    );
  }
  const copies = new Map<string, number>();
  return rows.flatMap(({ line, cells }) => {
    if (cells.slice(titles.length).some((cell) => cell.trim() !== '')) {
      faults.add(`${file}, line ${line}`, 'has more cells than the header');
    }
    const time = cells[timeAt] ?? '';
    const receivedAt = timeIn(time, order);
    if (receivedAt === null) {
      faults.add(`${file}, line ${line}, ${time ? titles[timeAt] : 'time'}`, 'must be a date and time');
      return [];
    }
    const fields = new Map<string, string>();
    for (const [at, name] of names.entries()) {
      const value = multilineOf(withoutFormulaMark(cells[at] ?? '').trim()).trim();
      if (name !== null) addField(fields, name, name === 'githubLink' ? cleanLink(value) : value);
    }
    const content = JSON.stringify([receivedAt, [...fields]]);
    const copy = copies.get(content) ?? 0;
    copies.set(content, copy + 1);
    const hash = createHash('sha256').update(`${copy}\n${content}`).digest('hex');
    return [{ id: `imported-${hash.slice(0, 32)}`, receivedAt, fields }];
  });
}

/** The cells of one row, and the line where it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

const lineEnds = ['\r\n', '\n', '\r'];

/** The rows of a CSV file (RFC 4180), without blank ones, separated as spreadsheets do in any country. Throws ImportError. */
export function csvRows(file: string): CsvRow[] {
  const text = readText(file);
  const rows: CsvRow[] = [];
  let end = 0;
  // Excel reads and writes a first line that names the separator.
  const named = /^"?sep=([,;\t|])"?(?=[\r\n])/i.exec(text)?.[1];
  const options: Options = {
    delimiter: named ?? delimiterOf(text),
    from_line: named ? 2 : 1,
    record_delimiter: lineEnds,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record(cells: string[], { lines }) {
      end = lines;
      // A spreadsheet writes the rows of which somebody deleted the content.
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: lines - lineBreaksIn(cells), cells });
    },
  };
  try {
    parse(text, options);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Some programs quote a cell only if it has to be.
    if (error.code === 'INVALID_OPENING_QUOTE') {
      rows.length = 0;
      parse(text, { ...options, relax_quotes: true });
      return rows;
    }
    refuse(`${file}, line ${end + 1}`, 'opens a quotation mark that is never closed at the end of a cell');
  }
  return rows;
}

/** The character between the cells of the header. */
function delimiterOf(text: string): string {
  const [header = ''] = /^[^\r\n]*/.exec(text) ?? [];
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((breaks, cell) => breaks + cell.split(/\r\n|\n|\r/).length - 1, 0);
}
