import { chmodSync, closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const header = Buffer.from('SQLite format 3\0');
/** Without these, a database is some other program's. */
const portalTables = ['user', 'account', 'members', 'changes'];
const faultsNamed = 3;

/** No other user of the machine may read the data. SQLite gives the files beside a database the same mode. */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
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

const walHeaderSize = 32;
const frameHeaderSize = 24;
const bigEndianSums = 0x377f0683;

/**
 * Describes for the operator the fault in the write-ahead log of a portal that is not running; null if it has none. SQLite
 * stops reading the log at the first damage without a word, and forgets what was saved after it.
 * https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function walFault(databaseFile: string): string | null {
  const file = `${databaseFile}-wal`;
  if (!existsSync(file)) return null;
  const log = readFileSync(file);
  if (log.length === 0) return null;
  const magic = log.length < walHeaderSize ? 0 : log.readUInt32BE(0);
  if (magic !== bigEndianSums && magic !== bigEndianSums - 1) return 'its header is damaged';
  const sums = new Sums(magic === bigEndianSums);
  sums.add(log.subarray(0, 24));
  if (!sums.equal(log, 24)) return 'its header is damaged';
  return frameFault(log, sums);
}

function frameFault(log: Buffer, sums: Sums): string | null {
  const frameSize = frameHeaderSize + log.readUInt32BE(8);
  const saltsOf = (at: number) => [log.readUInt32BE(at), log.readUInt32BE(at + 4)];
  const [first, second] = saltsOf(16);
  // Both salts change whenever the log is begun again, so a frame with one of them is a damaged one of now.
  const saltsKept = (at: number) =>
    saltsOf(at + 8).filter((salt, index) => salt === [first, second][index]).length;
  for (let at = walHeaderSize, frame = 1; at + frameSize <= log.length; at += frameSize, frame += 1) {
    // Left over from before the log was last begun again, also where a power cut prevented a frame from being written.
    if (saltsKept(at) === 0) return null;
    sums.add(log.subarray(at, at + 8));
    sums.add(log.subarray(at + frameHeaderSize, at + frameSize));
    if (saltsKept(at) === 2 && sums.equal(log, at + 16)) continue;
    // A power cut leaves at most the last one half written, and that was never said to be saved.
    const next = at + frameSize;
    const isLast = next + frameSize > log.length || saltsKept(next) === 0;
    return isLast ? null : `page ${frame} of it is damaged, and what was saved from there on is lost`;
  }
  return null;
}

/** The running checksum of a write-ahead log. */
class Sums {
  readonly #bigEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(bigEndian: boolean) {
    this.#bigEndian = bigEndian;
  }

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 8) {
      this.#first = (this.#first + this.#word(bytes, at) + this.#second) >>> 0;
      this.#second = (this.#second + this.#word(bytes, at + 4) + this.#first) >>> 0;
    }
  }

  equal(log: Buffer, at: number): boolean {
    return log.readUInt32BE(at) === this.#first && log.readUInt32BE(at + 4) === this.#second;
  }

  #word(bytes: Buffer, at: number): number {
    return this.#bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
  }
}
