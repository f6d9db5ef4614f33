import { chmodSync, closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const header = Buffer.from('SQLite format 3\0');
/** Without these, a database is some other program's. */
const portalTables = ['user', 'account', 'members', 'changes'];
const faultsNamed = 3;

/**
 * No other user of the machine may read the data. SQLite gives the files beside a database the same mode. Only a new file is
 * opened: closing one ends the locks that this process has on it, those of SQLite and of all threads included, and the next
 * program that looks at the data would then remove the write-ahead log of a running portal.
 */
export function makePrivate(file: string): void {
  try {
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  } catch {
    // SQLite itself says what is wrong with a file that cannot be opened.
  }
}

/** Describes for the operator the fault of a portal's SQLite file; null if it has none. Reads the whole file. */
export function sqliteFileFault(file: string): string | null {
  if (!existsSync(file)) return 'there is no such file';
  const stats = statSync(file);
  if (!stats.isFile()) return 'it is not a file';
  if (stats.size === 0) return 'it is empty';
  try {
    return contentFault(file);
  } catch (error) {
    return hasHeader(file)
      ? `it is damaged (${error instanceof Error ? error.message : String(error)})`
      : 'it is not a SQLite database, or its beginning is damaged';
  }
}

function hasHeader(file: string): boolean {
  return readFileSync(file).subarray(0, header.length).equals(header);
}

function contentFault(file: string): string | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec('pragma busy_timeout = 5000');
    const rows = database.prepare('pragma integrity_check').all();
    const faults = rows.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok');
    if (faults.length > 0)
      return `it is damaged (${faults.slice(0, faultsNamed).join('; ').replace(/\s+/g, ' ')})`;
    const tables = new Set(
      database
        .prepare("select name from sqlite_master where type = 'table'")
        .all()
        .map(({ name }) => name),
    );
    const missing = portalTables.filter((name) => !tables.has(name));
    if (missing.length > 0)
      return `it is a SQLite database, but not a portal's (it has no table ${missing.join(', ')})`;
    return null;
  } finally {
    database.close();
  }
}
