/** Codes of unique violations: SQLITE_CONSTRAINT_UNIQUE and _PRIMARYKEY in SQLite, 23505 in PostgreSQL. */
const sqliteUnique = new Set([2067, 1555]);
const postgresUnique = '23505';

/** A row refers to one that does not exist: SQLITE_CONSTRAINT_FOREIGNKEY, and PostgreSQL's code. */
const sqliteForeignKey = 787;
const postgresForeignKey = '23503';

const sqliteBusy = 5;
/** SQLite's primary result codes for an unavailable database: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const sqliteUnavailable = new Set([5, 6, 8, 10, 13, 14]);

/** PostgreSQL's error classes for the same: connection, resources, operator, system; read-only; lock time-out. */
const postgresUnavailable = /^(08|53|57|58)|^(25006|55P03)$/;

/** Codes, including SQLite's extended IOERR codes, that affect only writes: read-only, full, failed write. */
const sqliteUnwritable = new Set([8, 13]);
const sqliteFailedWrite = new Set([778, 1034, 1290, 1546, 4874]);
/** PostgreSQL: disk full, read-only transaction. */
const postgresUnwritable = new Set(['53100', '25006']);

/** PostgreSQL aborted the transaction in favour of another: serialisation failure, deadlock. */
const postgresConflict = /^(40001|40P01)$/;

/** PostgreSQL stopped waiting: for a lock, or for a statement to end. */
const postgresTimeOut = new Set(['55P03', '57014']);

const socketErrors = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
]);

const poolErrors = /connection terminated|timeout exceeded when trying to connect|not queryable/i;

interface EngineError {
  errcode?: unknown;
  code?: unknown;
  message?: unknown;
  syscall?: unknown;
}

/** Whether a write failed because the unique value already exists. */
export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = asEngineError(error);
  return code === postgresUnique || (typeof errcode === 'number' && sqliteUnique.has(errcode));
}

/** Whether a write failed because the account that it belongs to has been removed. */
export function isOrphan(error: unknown): boolean {
  const { errcode, code } = asEngineError(error);
  return code === postgresForeignKey || errcode === sqliteForeignKey;
}

/** Whether the engine aborted the transaction in favour of another, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const { code } = asEngineError(error);
  return typeof code === 'string' && postgresConflict.test(code);
}

/** Whether PostgreSQL has waited in vain for a lock, or for a statement to end. */
export function isTimeOut(error: unknown): boolean {
  const { code } = asEngineError(error);
  return typeof code === 'string' && postgresTimeOut.has(code);
}

/** Whether another process holds the lock that a SQLite statement needs: SQLITE_BUSY and its extended codes. */
export function isLocked(error: unknown): boolean {
  const { errcode } = asEngineError(error);
  return typeof errcode === 'number' && (errcode & 0xff) === sqliteBusy;
}

/** Whether the whole database is unavailable (down, full, read-only, locked), so that the caller may retry. */
export function isUnavailable(error: unknown): boolean {
  const { errcode, code, message, syscall } = asEngineError(error);
  if (typeof errcode === 'number') return sqliteUnavailable.has(errcode & 0xff);
  if (typeof code === 'string' && (socketErrors.has(code) || postgresUnavailable.test(code))) return true;
  if (isConflict(error)) return true;
  // A missing socket file, but no other missing file.
  if (code === 'ENOENT') return syscall === 'connect';
  return typeof message === 'string' && poolErrors.test(message);
}

/** Whether only writing is impossible, because the disk is full or read-only. */
export function isUnwritable(error: unknown): boolean {
  const { errcode, code } = asEngineError(error);
  if (typeof errcode === 'number')
    return sqliteUnwritable.has(errcode & 0xff) || sqliteFailedWrite.has(errcode);
  return typeof code === 'string' && postgresUnwritable.has(code);
}

function asEngineError(error: unknown): EngineError {
  return typeof error === 'object' && error !== null ? error : {};
}
