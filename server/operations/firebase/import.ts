import { emailAddress } from '#domain/accounts.ts';
import { truncate } from '#domain/bounded.ts';
import { storableLine } from '#domain/form-submission.ts';
import { limits } from '#domain/limits.ts';
import { endAccess } from '#server/accounts/credentials.ts';
import { formatImportedHash, lockedHash } from '#server/accounts/imported-hash.ts';
import { dropUnusedPasswordKeys, storePasswordKey } from '#server/accounts/password-keys.ts';
import { insertAccounts, type NewAccount } from '#server/accounts/registration.ts';
import { logInboxChange } from '#server/forms/inbox-changes.ts';
import { contentColumns } from '#server/forms/inbox-store.ts';
import { insertMembers } from '#server/members/member-store.ts';
import { chunk } from '#server/store/chunk.ts';
import type { Store, Trx } from '#server/store/open.ts';
import type { ImportedMessage } from './messages.ts';
import { type Plan, type PlannedAccount, planImport } from './plan.ts';
import type { FirebaseSource } from './source.ts';

export interface ImportOptions {
  adminUid: string;
  secret: string;
  /** The form of the imported messages, and the subject of a message without one. */
  form: { id: string; subject: string };
  /** Called with the number of accounts of each batch once they are written. */
  onWritten?: (accounts: number) => void;
}

/**
 * Imports all files in one transaction, all or nothing. Accounts that the portal already has are not changed, so a
 * second run changes nothing.
 * @returns what was done
 */
export async function importFirebase(
  store: Store,
  source: FirebaseSource,
  options: ImportOptions,
): Promise<Plan> {
  return store.exclusiveTransaction(async (trx) => {
    await trx.changes.lock();
    const plan = await planImport(trx, source, options.adminUid);
    const { hashConfig } = source;
    const keyId = hashConfig ? await storePasswordKey(trx, options.secret, hashConfig) : '';
    const run: Run = { trx, options, keyId, now: new Date() };
    for (const accounts of chunk(plan.accounts, 256)) {
      await writeAccounts(run, accounts);
      options.onWritten?.(accounts.length);
    }
    await writeMessages(run, plan.messages);
    await dropUnusedPasswordKeys(trx);
    await store.finishBulkWrite(trx);
    return plan;
  });
}

/** One import. */
interface Run {
  trx: Trx;
  options: ImportOptions;
  keyId: string;
  now: Date;
}

async function writeAccounts(run: Run, planned: readonly PlannedAccount[]): Promise<void> {
  const { trx, options, now } = run;
  const at = now.toISOString();
  const made = planned.filter(({ outcome }) => outcome === 'make');
  await insertAccounts(
    trx,
    made.map((plan) => newAccount(run, plan)),
    now,
  );
  const administrator = planned.find(({ outcome }) => outcome === 'administrator');
  if (administrator) await replaceAdministrator(trx, newAccount(run, administrator));
  const members = planned.flatMap(({ member }) => member ?? []);
  if (members.length > 0) {
    await insertMembers(trx, members, 'imported', { actor: options.adminUid, at, batch: at });
  }
  const origins = planned.flatMap(({ outcome, account, target, uid }) => {
    if (!account || outcome === 'here' || outcome === 'skip') return [];
    return { uid: target, sourceUid: uid, lastSignedInAt: account.lastSignedInAt?.toISOString() ?? null };
  });
  for (const rows of chunk(origins)) await trx.insertInto('imported_accounts').values(rows).execute();
}

function newAccount({ keyId, now }: Run, { account, email, target }: PlannedAccount): NewAccount {
  const { password = null, disabled, displayName = '', emailVerified = false, createdAt } = account ?? {};
  const hash = password && formatImportedHash({ keyId, ...password });
  return {
    ...{ uid: target, name: displayName, email, emailVerified },
    password: disabled ? lockedHash(hash ?? '') : hash,
    createdAt: createdAt ?? now,
  };
}

/** Gives the administrator's account another address, name and password, and ends every way in by the former ones. */
async function replaceAdministrator(trx: Trx, { uid, password, ...columns }: NewAccount): Promise<void> {
  const updatedAt = new Date();
  await trx
    .updateTable('user')
    .set({ ...columns, updatedAt })
    .where('id', '=', uid)
    .execute();
  if (password !== null) {
    await trx
      .insertInto('account')
      .values({ userId: uid, password, updatedAt })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ password, updatedAt }))
      .execute();
  }
  await endAccess(trx, uid);
}

/** Adds messages to the inbox, marked as read because the club received them by mail. */
async function writeMessages(
  { trx, options, now }: Run,
  messages: readonly ImportedMessage[],
): Promise<void> {
  const { adminUid, form } = options;
  for (const batch of chunk(messages)) {
    const rows = batch.map(({ id, receivedAt, fields }) => ({
      ...{ id, formId: form.id, receivedAt, readAt: receivedAt },
      ...contentColumns({
        fields,
        subject: truncate(storableLine(fields.get('subject') ?? ''), limits.name) || form.subject,
        replyTo: emailAddress.safeParse(fields.get('email')).data ?? null,
        submits: true,
      }),
    }));
    await trx.insertInto('form_submissions').values(rows).execute();
  }
  const newest = messages.at(-1);
  // One change for all, so that an open inbox reloads once.
  if (newest) {
    const change = { kind: 'message-received', at: now.toISOString(), message: newest.id } as const;
    await logInboxChange(trx, adminUid, change);
  }
}
