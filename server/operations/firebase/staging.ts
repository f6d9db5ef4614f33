import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { FirebaseAccount } from './account.ts';
import type { FirebaseRecord } from './record.ts';

/** An account with its record, if the database has one for it. */
export interface StagedAccount {
  account: FirebaseAccount;
  record: FirebaseRecord | null;
  /** Another account of the file has the same address and comes first. */
  isSecond: boolean;
}

/**
 * Joins accounts and records in a scratch database, in an unnamed file that the system removes with the process. Memory
 * use does not depend on the number of accounts, and no hash stays on the disk.
 */
export class Staging {
  readonly #database = new DatabaseSync('');
  readonly #addAccount: StatementSync;
  readonly #addRecord: StatementSync;

  constructor() {
    this.#database.exec(`
      pragma journal_mode = off;
      pragma synchronous = off;
      create table accounts (uid text primary key, email text, rank integer, data text) without rowid;
      create index accounts_email on accounts (email, rank, uid);
      create table records (uid text primary key, data text) without rowid;
      begin;`);
    this.#addAccount = this.#database.prepare(
      'insert into accounts values (?, ?, ?, ?) on conflict do nothing',
    );
    this.#addRecord = this.#database.prepare('insert into records values (?, ?) on conflict do nothing');
  }

  /** @returns false if there is already one with this uid */
  addAccount(account: FirebaseAccount): boolean {
    const { uid, email, skipped } = account;
    const address = skipped === null ? email : null;
    return this.#addAccount.run(uid, address, rankOf(account), JSON.stringify(account)).changes === 1;
  }

  /** @returns false if there is already one with this uid */
  addRecord(uid: string, record: FirebaseRecord): boolean {
    return this.#addRecord.run(uid, JSON.stringify(record)).changes === 1;
  }

  /** The accounts with their records, in batches, in the order of their uids. */
  *accounts(batchSize: number): Generator<StagedAccount[]> {
    const select = this.#database.prepare(`
      select a.uid, a.data, r.data as record,
        a.uid != coalesce((select uid from accounts where email = a.email order by rank, uid limit 1), a.uid) as isSecond
      from accounts a left join records r on r.uid = a.uid
      where a.uid > ? order by a.uid limit ?`);
    for (let last = ''; ; ) {
      const rows = select.all(last, batchSize) as unknown as StagedRow[];
      if (rows.length > 0) yield rows.map(toStaged);
      if (rows.length < batchSize) return;
      last = rows.at(-1)?.uid ?? '';
    }
  }

  /** The uids of records without an account, in batches. */
  *orphans(batchSize: number): Generator<string[]> {
    const select = this.#database.prepare(`
      select uid from records where uid > ? and uid not in (select uid from accounts) order by uid limit ?`);
    for (let last = ''; ; ) {
      const uids = select.all(last, batchSize).map(({ uid }) => String(uid));
      if (uids.length > 0) yield uids;
      if (uids.length < batchSize) return;
      last = uids.at(-1) ?? '';
    }
  }

  /** The account that signs in with an address. */
  accountOf(email: string): FirebaseAccount | null {
    const row = this.#database
      .prepare('select data from accounts where email = ? order by rank, uid limit 1')
      .get(email);
    return row ? (JSON.parse(String(row.data)) as FirebaseAccount) : null;
  }

  close(): void {
    this.#database.close();
  }
}

interface StagedRow {
  uid: string;
  data: string;
  record: string | null;
  isSecond: number;
}

function toStaged({ data, record, isSecond }: StagedRow): StagedAccount {
  return {
    account: JSON.parse(data) as FirebaseAccount,
    record: record === null ? null : (JSON.parse(record) as FirebaseRecord),
    isSecond: isSecond === 1,
  };
}

/** Of several accounts with one address, one that can sign in comes first. */
function rankOf({ disabled, password }: FirebaseAccount): number {
  return Number(disabled) * 2 + Number(password === null);
}
