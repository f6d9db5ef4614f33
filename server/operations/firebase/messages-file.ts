import { createHash } from 'node:crypto';
import { storableLine } from '#domain/form-submission.ts';
import { limits } from '#domain/limits.ts';
import { withoutFormulaMark } from '#server/http/csv.ts';
import { shortened } from './account.ts';
import { csvRows } from './csv-rows.ts';
import { type Faults, refuse } from './faults.ts';

/** A message for the inbox. */
export interface ImportedMessage {
  /** Equal for equal messages, so that each is imported once. */
  id: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  fields: [name: string, value: string][];
}

/** Names that form services give the time of a message, in lower case. */
const timeColumns = [
  'date',
  '_date',
  'submitted_at',
  'submitted at',
  'created_at',
  'received',
  'timestamp',
  'time',
];
/** The service's own number of a message, which is not imported. */
const ignoredColumns: ReadonlySet<string> = new Set(['id', '_id']);
/** Field names that the portal's contact form spells differently (spec, point 3). */
const ownNames = new Map([
  ['githublink', 'githubLink'],
  ['github link', 'githubLink'],
  ['github_link', 'githubLink'],
]);
const longestName = 100;

/**
 * The messages of a CSV file as form services export them: a header with the fields' names and a column with the
 * time. Faults get file, line and column; a file that cannot be read to its end throws ImportError.
 */
export async function* readMessages(file: string, faults: Faults): AsyncGenerator<ImportedMessage> {
  const seen = new Map<string, number>();
  let header: Header | undefined;
  for await (const { line, cells } of csvRows(file)) {
    if (!header) {
      header = readHeader(file, cells);
      continue;
    }
    const receivedAt = timeOf(cells[header.time] ?? '');
    if (receivedAt === null) {
      faults.add(
        `${file}, line ${line}, ${cells[header.time] ? header.timeName : 'time'}`,
        'must be a date and time',
      );
      continue;
    }
    const fields = header.fields.flatMap(({ name, at }): [string, string][] => {
      const value = storable(withoutFormulaMark(cells[at] ?? ''));
      return value === '' ? [] : [[name, value]];
    });
    const content = JSON.stringify([receivedAt, fields]);
    const copies = seen.get(content) ?? 0;
    seen.set(content, copies + 1);
    yield { id: idOf(content, copies), receivedAt, fields };
  }
  if (!header) refuse(file, 'holds no header');
}

interface Header {
  time: number;
  timeName: string;
  fields: { name: string; at: number }[];
}

function readHeader(file: string, cells: readonly string[]): Header {
  const names = cells.map((cell) => storableLine(cell));
  const time = names.findIndex((name) => timeColumns.includes(name.toLowerCase()));
  if (time < 0) {
    refuse(`${file}, line 1`, `has no column with the time: one of ${timeColumns.join(', ')}`);
  }
  const fields = names.flatMap((name, at) => {
    if (at === time || name === '' || ignoredColumns.has(name.toLowerCase())) return [];
    return [{ name: shortened(ownName(name), longestName), at }];
  });
  return { time, timeName: names[time] ?? '', fields };
}

function ownName(name: string): string {
  const lower = name.toLowerCase();
  return ownNames.get(lower) ?? (['name', 'email', 'message', 'subject'].includes(lower) ? lower : name);
}

/** A time without a zone is in UTC, as form services write it. */
function timeOf(cell: string): string | null {
  const text = cell.trim().replace(/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/, '$1T$2Z');
  const time = /\d/.test(text) ? new Date(text) : new Date(Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function storable(text: string): string {
  const kept = text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, ' ')
    .trim();
  return shortened(kept, limits.message);
}

function idOf(content: string, copies: number): string {
  const hash = createHash('sha256').update(`${copies}\n${content}`).digest('hex');
  return `imported-${hash.slice(0, 32)}`;
}
