import type { Context } from 'hono';
import type { PortalEnv } from './env.ts';

export type CsvValue = string | number | boolean | null;

/** Without it, spreadsheets assume an old Windows encoding instead of UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * The start of a text that a spreadsheet would run as a formula. Leading apostrophes count too, so that a program
 * which removes one apostrophe from such texts restores every text.
 */
const formula = /^'*(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/** One line of a CSV file (RFC 4180) with its line break. Null becomes an empty cell, a boolean 'yes' or 'no'. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/**
 * Prefixes a text that a spreadsheet would run as a formula with an apostrophe, which shows it as text: members and
 * visitors choose these texts, and the administrator opens the file.
 */
function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text as it was before `csvRow` put an apostrophe in front. */
export function withoutFormulaMark(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

/**
 * Responds with a CSV file generated while it is sent. The next chunk is requested when the previous one is sent, so
 * memory holds one chunk however long the file is. A failure aborts the download, which browsers report.
 * @param name the file's name without date and extension
 */
export function csvFile(c: Context<PortalEnv>, name: string, chunks: AsyncIterable<string>): Response {
  const { log } = c.var;
  const day = new Date().toISOString().slice(0, 10);
  const encoder = new TextEncoder();

  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield encoder.encode(byteOrderMark);
    try {
      for await (const chunk of chunks) yield encoder.encode(chunk);
    } catch (error) {
      log.error({ err: error, file: name }, 'export failed');
      throw error;
    }
  }

  return c.body(ReadableStream.from(bytes()), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
    'Cache-Control': 'no-store',
  });
}
