/** What the engines say when a row breaks a unique constraint: SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY; 23505. */
const sqliteUnique = new Set([2067, 1555]);
const postgresUnique = '23505';

const sqliteBusy = 5;
/** SQLite's primary result codes for a database that cannot be used now: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN. */
const sqliteUnavailable = new Set([5, 6, 8, 10, 13, 14]);

/** PostgreSQL's classes for the same: connection, resources, operator, system; read-only; lock time-out. */
const postgresUnavailable = /^(08|53|57|58)|^(25006|55P03)$/;

/** Of those, and of SQLite's extended codes for IOERR, what a write alone meets: read-only, full, a write that failed. */
const sqliteUnwritable = new Set([8, 13]);
const sqliteFailedWrite = new Set([778, 1034, 1290, 1546, 4874]);
/** PostgreSQL: disk full, read-only transaction. */
const postgresUnwritable = new Set(['53100', '25006']);

/** PostgreSQL gave a transaction up in favour of another one: serialisation failure, deadlock. */
const postgresConflict = /^(40001|40P01)$/;

const socketFaults = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

const poolFaults = /connection terminated|timeout exceeded when trying to connect|not queryable/i;

interface EngineError {
  errcode?: unknown;
  code?: unknown;
  message?: unknown;
  syscall?: unknown;
}

/** Whether a write failed because a row with the same unique value is there already. */
export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = asEngineError(error);
  return code === postgresUnique || (typeof errcode === 'number' && sqliteUnique.has(errcode));
}

/** Whether the engine undid a transaction because of another one: tried again, it may pass. */
export function isConflict(error: unknown): boolean {
  const { code } = asEngineError(error);
  return typeof code === 'string' && postgresConflict.test(code);
}

/** Whether another process holds what a statement on SQLite needs: SQLITE_BUSY and its extended codes. */
export function isLocked(error: unknown): boolean {
  const { errcode } = asEngineError(error);
  return typeof errcode === 'number' && (errcode & 0xff) === sqliteBusy;
}

/** Whether the database as a whole cannot answer now (down, full, read-only, locked): the caller may try again. */
export function isUnavailable(error: unknown): boolean {
  const { errcode, code, message, syscall } = asEngineError(error);
  if (typeof errcode === 'number') return sqliteUnavailable.has(errcode & 0xff);
  if (typeof code === 'string' && (socketFaults.has(code) || postgresUnavailable.test(code))) return true;
  if (isConflict(error)) return true;
  // A missing socket file, and no other that is missing.
  if (code === 'ENOENT') return syscall === 'connect';
  return typeof message === 'string' && poolFaults.test(message);
}

/** Whether it is only writing that cannot be done now, since the disk is full or read-only: reading may go on. */
export function isUnwritable(error: unknown): boolean {
  const { errcode, code } = asEngineError(error);
  if (typeof errcode === 'number')
    return sqliteUnwritable.has(errcode & 0xff) || sqliteFailedWrite.has(errcode);
  return typeof code === 'string' && postgresUnwritable.has(code);
}

function asEngineError(error: unknown): EngineError {
  return typeof error === 'object' && error !== null ? error : {};
}
