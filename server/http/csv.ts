import type { Context } from 'hono';
import type { PortalEnv } from './env.ts';

export type CsvValue = string | number | boolean | null;

/** Spreadsheets take a file that begins with this for UTF-8, and else for an old Windows encoding. */
export const byteOrderMark = '\uFEFF';

/**
 * How a text begins that a spreadsheet would run as a formula. One with apostrophes in front of that counts too, so
 * that a program which takes one apostrophe off such a text gets every text back as it was.
 */
const formula = /^'*(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/** One line of a CSV file (RFC 4180), its line break included. Null is an empty cell, a boolean 'yes' or 'no'. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front, which shows it as text:
 * members and visitors choose what stands in these files, and the administrator opens them.
 */
function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Answers a CSV file that is made while it is sent: the next piece is asked for when the last one is on its
 * way, so that memory holds one piece, however long the file gets. A failure in the middle breaks the download
 * off, which browsers show.
 * @param name the file's name without its ending; the day is added
 */
export function csvFile(c: Context<PortalEnv>, name: string, pieces: AsyncIterable<string>): Response {
  const { log } = c.var;
  const day = new Date().toISOString().slice(0, 10);
  const encoder = new TextEncoder();

  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield encoder.encode(byteOrderMark);
    try {
      for await (const piece of pieces) yield encoder.encode(piece);
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
