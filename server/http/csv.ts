import type { Context } from 'hono';
import type { PortalEnv } from './env.ts';
import { streamedFile } from './streamed-file.ts';

export type CsvValue = string | number | boolean | null | LiteralText;

/** A text of digits or signs that a spreadsheet would take for a number or a date, and change. */
export interface LiteralText {
  literal: string;
}

/** Without it, spreadsheets assume an old Windows encoding instead of UTF-8. */
export const byteOrderMark = '\uFEFF';

/** The characters that start a formula in a spreadsheet, in full width too. */
const formulaStarts = new Set('=+-@\uFF1D\uFF0B\uFF0D\uFF20');

/** Where a spreadsheet may begin another cell: many countries separate by semicolons, and some programs by tabs. */
const cellBreak = /([;\t\r\n])/;

/** Characters that a spreadsheet ignores at the start of a cell; apostrophes too, so that one can be removed again. */
const passedOver = /[\s'"]/;

/** One line of a CSV file (RFC 4180) with its line break. Null becomes an empty cell, a boolean 'yes' or 'no'. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'object') {
    // A formula that gives the text: the only form in which Excel keeps every digit.
    return /^[\w ./+()-]+$/.test(value.literal) ? `"=""${value.literal}"""` : cell(value.literal);
  }
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = value.split(cellBreak).map(asText).join('');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Whatever a spreadsheet would take for a formula gets an apostrophe in front, which shows it as text: members and
 * visitors choose what is in these files, and the administrator opens them. A program that takes one apostrophe off
 * each such part gets every text back as it was.
 */
function asText(part: string): string {
  let start = 0;
  while (start < part.length && passedOver.test(part.charAt(start))) start += 1;
  return formulaStarts.has(part.charAt(start)) ? `'${part}` : part;
}

/** A text as it was before `csvRow` put its apostrophes in. */
export function withoutFormulaMark(text: string): string {
  return text.split(cellBreak).map(withoutMark).join('');
}

function withoutMark(part: string): string {
  const rest = part.slice(1);
  return part.startsWith("'") && asText(rest) !== rest ? rest : part;
}

/** Responds with a CSV file. @param name the file's name without extension */
export function csvFile(c: Context<PortalEnv>, name: string, chunks: AsyncIterable<string>): Response {
  async function* marked(): AsyncGenerator<string> {
    yield byteOrderMark;
    yield* chunks;
  }
  return streamedFile(c, { name: `${name}.csv`, type: 'text/csv; charset=utf-8' }, marked());
}
