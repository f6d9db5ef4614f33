import { extname } from 'node:path';
import { type FirebaseAccount, readAccount } from './account.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { type Faults, refuse } from './faults.ts';
import { jsonEntries } from './json-entries.ts';

/** An account and its line in the file. */
export interface AccountLine {
  line: number;
  account: FirebaseAccount;
}

/**
 * The accounts of a file that `firebase auth:export` wrote, JSON or CSV by its ending. Broken ones are added to the
 * faults; a file that cannot be read to its end throws ImportError.
 */
export async function* readAccounts(file: string, faults: Faults): AsyncGenerator<AccountLine> {
  let count = 0;
  for await (const { line, source } of sourcesIn(file, faults)) {
    count += 1;
    const account = source && readAccount(source, { file, line, faults });
    if (account) yield { line, account };
  }
  if (count === 0) refuse(file, 'holds no accounts; firebase auth:export writes them as {"users": […]}');
}

interface Source {
  line: number;
  source: object | null;
}

async function* sourcesIn(file: string, faults: Faults): AsyncGenerator<Source> {
  const kind = extname(file).toLowerCase();
  if (kind === '.csv') {
    for await (const row of csvRows(file)) yield { line: row.line, source: fromCsv(row, file, faults) };
    return;
  }
  if (kind !== '.json') refuse(file, 'must end in .json or .csv');
  for await (const { line, value } of jsonEntries(file, ['users'])) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) faults.add(`${file}, line ${line}`, 'is no account');
    yield { line, source: isObject ? value : null };
  }
}

/** The columns that have one value each, by their place; the file has no header. */
const columns = {
  localId: 0,
  email: 1,
  emailVerified: 2,
  passwordHash: 3,
  salt: 4,
  displayName: 5,
  photoUrl: 6,
  createdAt: 23,
  lastSignedInAt: 24,
  phoneNumber: 25,
  disabled: 26,
  customAttributes: 27,
};
/** Providers have four columns each: id, email, name and picture. */
const providerColumns = { 'google.com': 7, 'facebook.com': 11, 'twitter.com': 15, 'github.com': 19 };
/** Older versions write 26 columns, newer ones 27 or 28, and all a comma at the end. */
const [fewest, most] = [26, 29];

function fromCsv({ cells, line }: CsvRow, file: string, faults: Faults): object | null {
  if (cells.length < fewest || cells.length > most) {
    faults.add(
      `${file}, line ${line}`,
      `has ${cells.length} columns instead of 26 to 28; a name with a quotation mark does that, export JSON instead`,
    );
    return null;
  }
  const given = Object.entries(columns).flatMap(([name, at]) => {
    const cell = cells[at] ?? '';
    return cell === '' ? [] : [[name, flags.has(name) ? flagOf(cell) : cell]];
  });
  const providers = Object.entries(providerColumns).flatMap(([providerId, at]) => {
    const [rawId, email, displayName, photoUrl] = cells.slice(at, at + 4).map((cell) => cell || undefined);
    return rawId ? [{ providerId, rawId, email, displayName, photoUrl }] : [];
  });
  return { ...Object.fromEntries(given), ...(providers.length > 0 && { providerUserInfo: providers }) };
}

const flags: ReadonlySet<string> = new Set(['emailVerified', 'disabled']);

/** Any other text is returned as it is, and the account's schema refuses it. */
function flagOf(cell: string): boolean | string {
  if (cell === 'true') return true;
  return cell === 'false' ? false : cell;
}
