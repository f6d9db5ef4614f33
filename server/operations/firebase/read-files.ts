import type { FirebaseHashConfig } from '#server/accounts/firebase-scrypt.ts';
import { readAccounts } from './accounts-file.ts';
import { readRecords } from './database-file.ts';
import { Faults } from './faults.ts';
import { readHashConfig } from './hash-config.ts';
import { readMessages } from './messages-file.ts';
import { Staging } from './staging.ts';

/** The exported files; only the accounts are required. */
export interface FirebaseFiles {
  accounts: string;
  hashConfig?: string | undefined;
  database?: string | undefined;
  messages?: string | undefined;
}

/** The content of the files, read to the end and without faults. */
export interface FirebaseSource {
  staging: Staging;
  hashConfig: FirebaseHashConfig | null;
  /** Nodes of the database beside `users`, which are ignored. */
  otherNodes: string[];
  counts: { accounts: number; records: number; messages: number };
  /** Read again each time it is iterated. */
  messages: string | null;
}

/**
 * Reads all files. Throws ImportError with every fault, by file, line or uid, and field. The caller closes the
 * staging area.
 */
export async function readFiles(files: FirebaseFiles): Promise<FirebaseSource> {
  const faults = new Faults();
  const staging = new Staging();
  try {
    const hashConfig = files.hashConfig ? await readHashConfig(files.hashConfig) : null;
    const otherNodes: string[] = [];
    const counts = {
      accounts: await stageAccounts(staging, files.accounts, hashConfig, faults),
      records: files.database ? await stageRecords(staging, files.database, otherNodes, faults) : 0,
      messages: files.messages ? await countMessages(files.messages, faults) : 0,
    };
    faults.throwIfAny();
    return { staging, hashConfig, otherNodes, counts, messages: files.messages ?? null };
  } catch (error) {
    staging.close();
    throw error;
  }
}

async function stageAccounts(
  staging: Staging,
  file: string,
  hashConfig: FirebaseHashConfig | null,
  faults: Faults,
): Promise<number> {
  let count = 0;
  for await (const { line, account } of readAccounts(file, faults)) {
    const where = `${file}, line ${line}, uid ${account.uid}`;
    count += 1;
    if (!staging.addAccount(account)) faults.add(where, 'stands in the file twice');
    if (!account.password) continue;
    if (!hashConfig) {
      faults.add(
        `${where}, passwordHash`,
        'needs --hash-config: the password hash parameters from the console',
      );
    } else if (Buffer.from(account.password.hash, 'base64').length !== hashConfig.signerKey.length) {
      faults.add(
        `${where}, passwordHash`,
        'does not have the length of the signer key: is it that project’s?',
      );
    }
  }
  return count;
}

async function stageRecords(
  staging: Staging,
  file: string,
  otherNodes: string[],
  faults: Faults,
): Promise<number> {
  let count = 0;
  for await (const { uid, line, record } of readRecords(file, faults, (node) => otherNodes.push(node))) {
    count += 1;
    if (!staging.addRecord(uid, record))
      faults.add(`${file}, line ${line}, users/${uid}`, 'stands in the file twice');
  }
  return count;
}

async function countMessages(file: string, faults: Faults): Promise<number> {
  let count = 0;
  for await (const _message of readMessages(file, faults)) count += 1;
  return count;
}
