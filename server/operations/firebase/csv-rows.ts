import { readText, refuse } from './input-file.ts';

/** The cells of one row, and the line where it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** A quoted cell, whose quotation marks are doubled, or a plain one, and what ends it. */
const cellAndEnd = /(?:"([^"]*(?:""[^"]*)*)"|(?!")([^,\n]*?))(,|\r?\n|\r?$)/gy;

/** The rows of a CSV file (RFC 4180), without blank ones. Throws ImportError. */
export function csvRows(file: string): CsvRow[] {
  const text = readText(file);
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let read = 0;
  for (const [whole, quoted, plain = '', end] of text.matchAll(cellAndEnd)) {
    read += whole.length;
    line += whole.split('\n').length - 1;
    row.cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (row.cells.length > 1 || quoted !== undefined || plain !== '') rows.push(row);
    row = { line, cells: [] };
  }
  if (read < text.length) refuse(`${file}, line ${row.line}`, 'opens a quotation mark that is never closed');
  return rows;
}
