import { readText, refuse } from './input-file.ts';

/** The cells of one row, and the line where it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * The rows of a CSV file (RFC 4180), without blank ones. A quotation mark inside a cell counts as text, because the
 * Firebase command line does not double it. Throws ImportError.
 */
export function csvRows(file: string): CsvRow[] {
  const text = readText(file);
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  for (let at = 0; at <= text.length; at += 1) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? closingQuote(text, at + 1) : endOfPlain(text, at);
    if (end < 0) refuse(`${file}, line ${row.line}`, 'opens a quotation mark that is never closed');
    const cell = text.slice(isQuoted ? at + 1 : at, end);
    row.cells.push(isQuoted ? cell.replaceAll('""', '"') : cell.replaceAll('\r', ''));
    at = isQuoted ? end + 1 : end;
    if (text[at] === '\r') at += 1;
    if (isQuoted) line += cell.split('\n').length - 1;
    if (text[at] === ',') continue;
    if (row.cells.length > 1 || isQuoted || row.cells[0] !== '') rows.push(row);
    line += 1;
    row = { line, cells: [] };
  }
  return rows;
}

/** Where a quoted cell ends: at a quotation mark before a comma, a line's end or the file's. Below 0 if nowhere. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && !/^(?:,|\r?\n|\r?$)/.test(text.slice(at + 1, at + 3))) {
    at = text.indexOf('"', text[at + 1] === '"' ? at + 2 : at + 1);
  }
  return at;
}

function endOfPlain(text: string, from: number): number {
  const separator = /[,\n]/g;
  separator.lastIndex = from;
  return separator.exec(text)?.index ?? text.length;
}
