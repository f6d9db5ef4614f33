import { timingSafeEqual } from 'node:crypto';
import { type FirebaseHashConfig, firebaseScrypt } from '#server/accounts/firebase-scrypt.ts';
import { type FirebaseAccount, readAccounts } from './account.ts';
import { readHashConfig } from './hash-config.ts';
import { Faults, ImportError, isObject, readJson, refuse } from './input-file.ts';
import { type ImportedMessage, readMessages } from './messages.ts';
import { type FirebaseRecord, plainRecord } from './record.ts';
import type { DateOrder } from './times.ts';

export interface FirebaseFiles {
  accounts: string;
  hashConfig?: string | undefined;
  database?: string | undefined;
  messages?: string | undefined;
  /** The order of day and month in the messages' dates. */
  dates?: DateOrder | undefined;
}

export interface FirebaseSource {
  /** By uid, like the records. */
  accounts: Map<string, FirebaseAccount>;
  /** The account of each address: of several, one that can sign in. */
  byEmail: Map<string, FirebaseAccount>;
  records: Map<string, FirebaseRecord>;
  /** Nodes of the database beside `users`, which are ignored. */
  otherNodes: string[];
  messages: ImportedMessage[];
  hashConfig: FirebaseHashConfig | null;
}

/** Reads all files. Throws ImportError with every fault, by file, line or uid, and field. */
export function readFiles(files: FirebaseFiles): FirebaseSource {
  const faults = new Faults();
  const hashConfig = files.hashConfig ? readHashConfig(files.hashConfig) : null;
  const database = files.database
    ? readDatabase(files.database, faults)
    : { records: new Map<string, FirebaseRecord>(), otherNodes: [] };
  const rank = (account: FirebaseAccount) => rankOf(account, database.records.has(account.uid));
  const byEmail = new Map<string, FirebaseAccount>();
  const accounts = readAccounts(files.accounts, faults, (account, where) => {
    checkHash(account, hashConfig, (what) => faults.add(`${where}, passwordHash`, what));
    const first = byEmail.get(account.email ?? '');
    if (account.email === null || account.skipped !== null) return;
    if (!first || rank(account) < rank(first)) byEmail.set(account.email, account);
  });
  const messages = files.messages ? readMessages(files.messages, faults, files.dates) : [];
  faults.throwIfAny();
  return { accounts, byEmail, ...database, messages, hashConfig };
}

function checkHash(
  { password }: FirebaseAccount,
  hashConfig: FirebaseHashConfig | null,
  report: (fault: string) => void,
): void {
  if (!password) return;
  if (!hashConfig) report('needs --hash-config: the password hash parameters from the console');
  else if (password.hash.length !== hashConfig.signerKey.length) {
    report('does not have the length of the signer key: is it that project’s?');
  }
}

/**
 * Of several accounts with one address, one that is open comes first, then one with a record, which nobody can type again,
 * then one with a password, and of equal ones the lower uid.
 */
function rankOf({ disabled, password, uid }: FirebaseAccount, hasRecord: boolean): string {
  return `${Number(disabled)}${Number(!hasRecord)}${Number(password === null)}${uid}`;
}

/** The records of a Realtime Database's JSON export: of the whole root, or of its node `users` alone. */
function readDatabase(file: string, faults: Faults): Pick<FirebaseSource, 'records' | 'otherNodes'> {
  const root = readJson(file);
  const nodes = new Map(typeof root === 'object' ? childrenOf(root) : []);
  if (nodes.size === 0) refuse(file, 'holds no node');
  const users: unknown = nodes.get('users') ?? root;
  const records = new Map<string, FirebaseRecord>();
  for (const [uid, record] of childrenOf(users)) {
    if (isObject(record)) records.set(uid, plainRecord(record));
    else faults.add(`${file}, users/${uid}`, 'is no record');
  }
  const otherNodes = nodes.has('users') ? [...nodes.keys()].filter((name) => name !== 'users') : [];
  return { records, otherNodes };
}

/** The children of a node. Firebase writes those with numeric keys as an array, with null for each key that is missing. */
function childrenOf(node: unknown): [string, unknown][] {
  if (typeof node !== 'object' || node === null) return node ? [['', node]] : [];
  const children = Object.entries(node);
  return Array.isArray(node) ? children.filter(([, child]) => child !== null) : children;
}

/**
 * Verifies one password that the operator knows, so that a wrong signer key is detected before anything is written.
 * Throws ImportError if it is not the password of that account.
 */
export async function checkKnownPassword(
  { byEmail, hashConfig }: FirebaseSource,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const known = byEmail.get(email.trim().toLowerCase())?.password;
  if (!known || !hashConfig) {
    throw new ImportError(`Nothing was imported.\nThe accounts have no password for ${email}.`);
  }
  const actual = await firebaseScrypt(password, known.salt, hashConfig);
  if (actual.length === known.hash.length && timingSafeEqual(actual, known.hash)) return;
  throw new ImportError(
    `Nothing was imported.\nThis is not the password of ${email}, or the hash parameters are not those of its project: compare base64_signer_key and base64_salt_separator with the console.`,
  );
}
