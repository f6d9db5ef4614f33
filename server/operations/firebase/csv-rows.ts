import { CsvError, type Options, parse } from 'csv-parse/sync';
import { readText, refuse } from './input-file.ts';

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
  const options: Options = {
    delimiter: delimiterOf(text),
    record_delimiter: lineEnds,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record(cells: string[], { lines }) {
      end = lines;
      rows.push({ line: lines - lineBreaksIn(cells), cells });
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
