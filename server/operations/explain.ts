import { OperatorError } from '#server/config/operator-error.ts';

const noSharedMemory =
  'the file system of DATA_DIR has no shared memory, which SQLite needs; put DATA_DIR on a disk of this machine';

/** SQLite's result codes, a few extended ones and otherwise the primary ones, with their meaning for the operator. */
const sqliteFaults: Record<number, string> = {
  5: 'another program holds the database; try again when it has ended',
  8: 'the database cannot be written; see who owns its files, and whether the disk is read-only',
  10: 'the disk could not be read or written; look at the log of the machine',
  11: 'the database is damaged; restore a backup (docs/operations.md, "Repair")',
  13: 'the disk is full; make room and try again',
  14: 'the database file cannot be opened; see who owns DATA_DIR',
  // SHMOPEN, SHMSIZE, SHMLOCK and SHMMAP.
  4618: noSharedMemory,
  4874: noSharedMemory,
  5130: noSharedMemory,
  5386: noSharedMemory,
  26: 'the database file is not a SQLite database; restore a backup (docs/operations.md, "Repair")',
};

/** The codes of the network and of PostgreSQL with their meaning. */
const connectionFaults: Record<string, string> = {
  ECONNREFUSED: 'no PostgreSQL server listens there; see that it runs, and the host and port in DATABASE_URL',
  ENOTFOUND: 'there is no such host; see DATABASE_URL',
  EAI_AGAIN: 'the host could not be looked up; see DATABASE_URL and the name service',
  ETIMEDOUT: 'the PostgreSQL server does not answer; see the host in DATABASE_URL, and any firewall',
  ECONNRESET: 'the PostgreSQL server ended the connection; try again',
  '28P01':
    'PostgreSQL refuses the user or password in DATABASE_URL; special characters there are written as in an address: % as %25',
  '28000': 'PostgreSQL does not let this user in; see DATABASE_URL and pg_hba.conf',
  '3D000': 'the PostgreSQL server has no such database; create it, or correct DATABASE_URL',
  '25006': 'the PostgreSQL server takes no writes; set DATABASE_URL to the primary, not to a standby',
  '42501': 'the PostgreSQL user in DATABASE_URL may not do this; make it the owner of the database',
  '53300': 'the PostgreSQL server has no connection left; raise max_connections or stop another program',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the PostgreSQL server is for another host name; correct the host in DATABASE_URL',
  CERT_HAS_EXPIRED: 'the certificate of the PostgreSQL server has expired; renew it',
  '57P03': 'the PostgreSQL server is starting or stopping; try again in a moment',
};

/** OpenSSL's codes of certificates whose authority is unknown. */
const untrusted = /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|CERT_UNTRUSTED|INVALID_CA/;
const untrustedFault =
  'this machine does not trust the certificate of the PostgreSQL server; add sslrootcert=FILE with its authority to DATABASE_URL, or sslmode=no-verify to encrypt without checking it';
const unencryptedFault =
  'the PostgreSQL server offers no encryption; switch it on there, or take sslmode out of DATABASE_URL';

const fileFaults: Record<string, string> = {
  EACCES: 'this user may not use it',
  ENOENT: 'it is not there',
  ENOSPC: 'the disk is full; make room and try again',
  EMFILE: 'this program has too many open files; raise the limit (ulimit -n)',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EROFS: 'the disk is read-only',
};

type Fault = Error & Partial<Record<'errcode' | 'code' | 'path' | 'dest', unknown>>;

/**
 * The cause and the remedy of an error in one line. Null for an unexpected error, which is a bug, so that its trace is
 * needed.
 */
export function explain(error: unknown, place: string): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof OperatorError) return error.message;
  const { errcode, code, path, dest } = error as Fault;
  if (typeof errcode === 'number')
    return withPlace(place, sqliteFaults[errcode] ?? sqliteFaults[errcode & 0xff]);
  if (/timeout exceeded when trying to connect|timeout expired/i.test(error.message)) {
    return withPlace(place, connectionFaults.ETIMEDOUT);
  }
  if (/server does not support SSL/i.test(error.message)) return withPlace(place, unencryptedFault);
  if (typeof code !== 'string') return null;
  if (untrusted.test(code)) return withPlace(place, untrustedFault);
  const file = dest ?? path ?? 'A file';
  if (fileFaults[code]) return `${file}: ${fileFaults[code]}.`;
  return withPlace(place, connectionFaults[code]);
}

function withPlace(place: string, fault: string | undefined): string | null {
  return fault === undefined ? null : `${place}: ${fault}.`;
}
