import { emailAddress } from '#domain/accounts.ts';
import { truncate } from '#domain/bounded.ts';
import { storableLine } from '#domain/form-submission.ts';
import { limits } from '#domain/limits.ts';
import { formatImportedHash, lockedHash } from '#server/accounts/imported-hash.ts';
import { issueResetLink } from '#server/accounts/mailed-tokens.ts';
import { dropUnusedPasswordKeys, storePasswordKey } from '#server/accounts/password-keys.ts';
import { insertAccounts, type NewAccount } from '#server/accounts/registration.ts';
import { logInboxChange } from '#server/forms/inbox-changes.ts';
import { contentColumns } from '#server/forms/inbox-store.ts';
import type { Mail } from '#server/mail/mail.ts';
import { enqueue } from '#server/mail/outbox-store.ts';
import { insertMembers } from '#server/members/member-store.ts';
import { chunk } from '#server/store/chunk.ts';
import type { Store, Trx } from '#server/store/open.ts';
import { replaceAdministrator } from './administrator.ts';
import type { ImportedMessage } from './messages.ts';
import { type Plan, type PlannedAccount, planImport } from './plan.ts';
import type { FirebaseSource } from './source.ts';

/** The lifetime of a link to a first password, in milliseconds: members may read their mail days later. */
const firstPasswordLifetime = 7 * 24 * 60 * 60 * 1000;

export interface ImportOptions {
  adminUid: string;
  secret: string;
  /** The form of the imported messages, and the subject of a message without one. */
  form: { id: string; subject: string };
  /** Composes the mail to an account without a password; null sends none. */
  firstPasswordMail: ((recipient: { uid: string; to: string }, token: string) => Mail) | null;
  /** Called with the number of accounts of each batch once they are written. */
  onWritten?: (accounts: number) => void;
}

/**
 * Imports all files in one transaction, all or nothing. Accounts that the portal already has are not changed, so a
 * second run changes nothing.
 * @returns what was done, and the number of mails
 */
export async function importFirebase(
  store: Store,
  source: FirebaseSource,
  options: ImportOptions,
): Promise<Plan & { mails: number }> {
  return store.exclusiveTransaction(async (trx) => {
    await trx.changes.lock();
    const plan = await planImport(trx, source, options.adminUid);
    const { hashConfig } = source;
    const keyId = hashConfig ? await storePasswordKey(trx, options.secret, hashConfig) : '';
    const run: Run = { trx, options, keyId, now: new Date(), mails: 0 };
    for (const accounts of chunk(plan.accounts, 256)) {
      await writeAccounts(run, accounts);
      options.onWritten?.(accounts.length);
    }
    await writeMessages(run, plan.messages);
    await dropUnusedPasswordKeys(trx);
    await store.finishBulkWrite(trx);
    return { ...plan, mails: run.mails };
  });
}

/** One import. Its time is also its id. */
interface Run {
  trx: Trx;
  options: ImportOptions;
  keyId: string;
  now: Date;
  mails: number;
}

async function writeAccounts(run: Run, planned: readonly PlannedAccount[]): Promise<void> {
  const { trx, options, now } = run;
  const importId = now.toISOString();
  const made = planned.filter(({ outcome }) => outcome === 'make');
  await insertAccounts(
    trx,
    made.map((plan) => newAccount(run, plan)),
    now,
  );
  const administrator = planned.find(({ outcome }) => outcome === 'administrator');
  const previous = administrator && (await replaceAdministrator(trx, newAccount(run, administrator)));
  const members = planned.flatMap(({ member }) => member ?? []);
  if (members.length > 0) {
    await insertMembers(trx, members, 'imported', { actor: options.adminUid, at: importId, batch: importId });
  }
  // The origin of each account, and the fields that only Firebase uses.
  const origins = planned.flatMap(({ outcome, account, target, uid }) => {
    if (!account || outcome === 'here' || outcome === 'skip') return [];
    const lastSignedInAt = account.lastSignedInAt?.toISOString() ?? null;
    const isAdministrator = outcome === 'administrator';
    return {
      ...{ uid: target, importId, sourceUid: uid, outcome, lastSignedInAt, extras: account.extras },
      previous: isAdministrator ? (previous ?? null) : null,
    };
  });
  for (const rows of chunk(origins)) await trx.insertInto('imported_accounts').values(rows).execute();
  const { firstPasswordMail } = options;
  if (!firstPasswordMail) return;
  for (const { email, target } of made.filter(({ password }) => password === 'reset link')) {
    const token = await issueResetLink(trx, target, { lifetime: firstPasswordLifetime });
    await enqueue(trx, firstPasswordMail({ uid: target, to: email }, token), { now: now.getTime() });
    run.mails += 1;
  }
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

/** Adds messages to the inbox, marked as read because the club received them by mail. */
async function writeMessages(
  { trx, options, now }: Run,
  messages: readonly ImportedMessage[],
): Promise<void> {
  const [importId, { adminUid, form }] = [now.toISOString(), options];
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
    await trx
      .insertInto('imported_messages')
      .values(batch.map(({ id }) => ({ id, importId })))
      .execute();
  }
  const newest = messages.at(-1);
  // One change for all, so that an open inbox reloads once.
  if (newest)
    await logInboxChange(trx, adminUid, { kind: 'message-received', at: importId, message: newest.id });
}
