import { randomBytes } from 'node:crypto';
import { formatImportedHash, lockedHash } from '#server/accounts/imported-hash.ts';
import { dropUnusedPasswordKeys, storePasswordKey } from '#server/accounts/password-keys.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import { issueResetLink } from '#server/accounts/reset-links.ts';
import type { Mail } from '#server/mail/mail.ts';
import { enqueue } from '#server/mail/outbox-store.ts';
import { insertMembers } from '#server/members/member-store.ts';
import type { ImportedAccountsTable } from '#server/store/import-tables.ts';
import type { Store, Trx } from '#server/store/open.ts';
import type { FirebaseAccount } from './account.ts';
import { replaceAdministrator } from './administrator.ts';
import { importMessages } from './import-messages.ts';
import { type PlannedAccount, plan } from './plan.ts';
import type { FirebaseSource } from './read-files.ts';
import { Tally } from './tally.ts';

/** The lifetime of a link to a first password, in milliseconds: members may read their mail days later. */
const firstPasswordLifetime = 7 * 24 * 60 * 60 * 1000;

export interface ImportOptions {
  adminUid: string;
  /** The portal's secret. */
  secret: string;
  /** The form of the imported messages, and the subject of a message without one. */
  form: { id: string; subject: string };
  /** Composes the mail to an account without a password; null sends none. */
  firstPasswordMail: ((to: string, token: string) => Mail) | null;
  /** Called with the accounts of each batch once they are written. */
  onAccounts?: (accounts: readonly PlannedAccount[]) => void;
}

/**
 * Imports all files in one transaction, all or nothing. Accounts that the portal already has are not changed, so a
 * second run changes nothing.
 */
export async function importFirebase(
  store: Store,
  source: FirebaseSource,
  options: ImportOptions,
): Promise<Tally> {
  return store.exclusiveTransaction(async (trx) => {
    const writer = new ImportWriter(trx, source, options);
    await writer.begin();
    for await (const accounts of plan(source.staging, { db: trx, adminUid: options.adminUid })) {
      await writer.write(accounts);
      options.onAccounts?.(accounts);
    }
    await writer.end();
    return writer.tally;
  });
}

/** Writes what is planned, batch by batch, in the transaction of one import. */
class ImportWriter {
  readonly tally = new Tally();
  readonly #id = randomBytes(8).toString('hex');
  readonly #now = new Date();
  readonly #trx: Trx;
  readonly #source: FirebaseSource;
  readonly #options: ImportOptions;
  #keyId = '';

  constructor(trx: Trx, source: FirebaseSource, options: ImportOptions) {
    this.#trx = trx;
    this.#source = source;
    this.#options = options;
  }

  async begin(): Promise<void> {
    const at = this.#now.toISOString();
    await this.#trx.changes.lock();
    await this.#trx.insertInto('imports').values({ id: this.#id, at, undoneAt: null }).execute();
    const { hashConfig } = this.#source;
    if (hashConfig) this.#keyId = await storePasswordKey(this.#trx, this.#options.secret, hashConfig);
  }

  async write(planned: readonly PlannedAccount[]): Promise<void> {
    this.tally.add(planned);
    const made = planned.filter(({ outcome }) => outcome === 'make');
    const accounts = made.flatMap(({ account }) => account ?? []);
    await insertAccounts(
      this.#trx,
      accounts.map((account) => this.#newAccount(account)),
      this.#now,
    );
    const administrator = planned.find(({ outcome }) => outcome === 'administrator')?.account;
    const previous = administrator
      ? await replaceAdministrator(
          this.#trx,
          this.#options.adminUid,
          this.#newAccount(administrator),
          this.#now,
        )
      : null;
    await this.#writeMembers(planned);
    await this.#writeOrigins(planned, previous);
    for (const { email, password, target } of made) {
      if (password === 'reset link') await this.#mailFirstPassword(email, target);
    }
  }

  async end(): Promise<void> {
    const { messages } = this.#source;
    if (messages) {
      const { adminUid, form } = this.#options;
      this.tally.messages = await importMessages(this.#trx, messages, { importId: this.#id, adminUid, form });
    }
    await dropUnusedPasswordKeys(this.#trx);
    // An import without new rows is not recorded.
    if (!this.tally.wroteAnything) {
      await this.#trx.deleteFrom('imports').where('id', '=', this.#id).execute();
    }
  }

  #newAccount(account: FirebaseAccount) {
    const { uid, displayName, emailVerified, createdAt } = account;
    return {
      uid,
      name: displayName,
      email: account.email ?? '',
      emailVerified,
      password: this.#passwordOf(account),
      createdAt: createdAt === null ? this.#now : new Date(createdAt),
    };
  }

  #passwordOf({ password, disabled }: FirebaseAccount): string | null {
    const hash = password
      ? formatImportedHash({
          keyId: this.#keyId,
          salt: Buffer.from(password.salt, 'base64'),
          hash: Buffer.from(password.hash, 'base64'),
        })
      : null;
    return disabled ? lockedHash(hash ?? '') : hash;
  }

  async #writeMembers(planned: readonly PlannedAccount[]): Promise<void> {
    const members = planned.flatMap(({ member }) => member ?? []);
    if (members.length === 0) return;
    const { adminUid: actor } = this.#options;
    await insertMembers(this.#trx, members, 'imported', {
      actor,
      at: this.#now.toISOString(),
      batch: this.#id,
    });
  }

  /** Stores the origin of each account, and the fields that only Firebase uses. */
  async #writeOrigins(planned: readonly PlannedAccount[], previous: string | null): Promise<void> {
    const rows = planned.flatMap(({ outcome, account, target, uid }): ImportedAccountsTable[] => {
      const made = madeBy[outcome];
      if (!made || !account) return [];
      const { lastSignedInAt } = account;
      return [
        {
          uid: target,
          importId: this.#id,
          sourceUid: uid,
          made,
          lastSignedInAt: lastSignedInAt === null ? null : new Date(lastSignedInAt).toISOString(),
          extras: JSON.stringify(account.extras),
          previous: made === 'administrator' ? previous : null,
        },
      ];
    });
    if (rows.length > 0) await this.#trx.insertInto('imported_accounts').values(rows).execute();
  }

  async #mailFirstPassword(email: string, uid: string): Promise<void> {
    const { firstPasswordMail } = this.#options;
    if (!firstPasswordMail) return;
    const token = await issueResetLink(this.#trx, uid, firstPasswordLifetime);
    await enqueue(this.#trx, firstPasswordMail(email, token), this.#now.getTime());
    this.tally.mails += 1;
  }
}

const madeBy: Partial<Record<PlannedAccount['outcome'], ImportedAccountsTable['made']>> = {
  make: 'account',
  join: 'record',
  administrator: 'administrator',
};
