import { randomBytes } from 'node:crypto';
import { staffScope } from '#domain/changes.ts';
import { formerDomain } from '#domain/former-address.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { handOverMail } from '#server/mail/messages.ts';
import { enqueue } from '#server/mail/outbox-store.ts';
import { changeMember } from '#server/members/member-store.ts';
import { isUniqueViolation } from '#server/store/database-errors.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Store, Trx } from '#server/store/open.ts';
import { findCredentials, findPassword, replacePassword } from './credentials.ts';
import { updateAccount } from './email-change.ts';
import { dropTokens, issueResetLink, resetPurposes } from './mailed-tokens.ts';
import { insertAccounts, newUid } from './registration.ts';
import { endRole, logJoined } from './reviewers.ts';
import { dropFactors } from './second-factor.ts';
import { makeReviewer } from './staff.ts';

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

interface Transfer {
  adminUid: string;
  email: string;
  /** The hash of the next lead's password; null until they choose one by a link. */
  password: string | null;
  /** The former lead becomes a reviewer, with the password that they have. */
  reviewer?: boolean;
}

/**
 * Gives the administrator's account, whose id never moves, to another person, in the caller's transaction: every
 * session, link and device of the former one ends.
 * @returns the account as it was
 */
export async function transferAdministrator(
  trx: Trx,
  { adminUid, email, password, reviewer = false }: Transfer,
): Promise<Account> {
  await trx.changes.lock();
  const former = await findAdministrator(trx, adminUid);
  const formerPassword = (await findPassword(trx, adminUid))?.password ?? null;
  await freeAddress(trx, adminUid, email);
  await changeEmail(trx, former, email);
  await replacePassword(trx, adminUid, password);
  await dropFactors(trx, adminUid);
  if (reviewer && former.email !== email) {
    const account = { uid: newUid(), name: former.email, email: former.email };
    await insertAccounts(trx, [{ ...account, password: formerPassword }]);
    await makeReviewer(trx, account);
    await logJoined(trx, account.uid, account.name);
  }
  return former;
}

/**
 * Takes an address from the account that has it: a reviewer's role ends, and nobody signs in to a member's account any
 * more. The member's record, results and certificate stay, under an address that leads nowhere.
 */
async function freeAddress(trx: Trx, adminUid: string, email: string): Promise<void> {
  const holder = await findCredentials(trx, email);
  if (!holder || holder.id === adminUid) return;
  const { id: uid, name } = holder;
  await endRole(trx, adminUid, uid);
  const nowhere = `${randomBytes(8).toString('hex')}${formerDomain}`;
  const reason = 'The address is the administrator’s now';
  const change = { uid, actor: adminUid, kind: 'record-corrected', reason } as const;
  if (!(await changeMember(trx, { ...change, write: () => ({ email: nowhere }) }))) {
    await trx.deleteFrom('user').where('id', '=', uid).execute();
    return;
  }
  await updateAccount(trx, { uid, name, email: nowhere });
  await replacePassword(trx, uid, null);
  await dropFactors(trx, uid);
  // Bulk email leaves it out.
  const refused = { uid, email: nowhere, at: new Date().toISOString(), reason };
  await trx.insertInto('refused_addresses').values(refused).execute();
}

interface HandOverDeps {
  store: Store;
  config: Pick<Config, 'adminUid' | 'portalUrl'>;
  club: Content['club'];
}

/**
 * The operator's hand-over: the new lead has no password, and is mailed a link to choose one.
 * @returns the former address, and the link
 */
export async function handOver(
  { store, config, club }: HandOverDeps,
  email: string,
): Promise<{ former: string; link: string }> {
  const { adminUid, portalUrl } = config;
  return store.transact(async (trx) => {
    const { email: former } = await transferAdministrator(trx, { adminUid, email, password: null });
    const token = await issueResetLink(trx, adminUid, { purpose: 'handed-over' });
    const link = `${portalUrl}/reset-password?token=${encodeURIComponent(token)}`;
    await enqueue(trx, handOverMail(club, { uid: adminUid, to: email, link }));
    return { former, link };
  });
}

/**
 * Changes the administrator's address; password and sessions stay, mailed links end. Throws OperatorError if a
 * member has the address.
 * @returns the former address
 */
export async function setAdministratorEmail(store: Store, adminUid: string, email: string): Promise<string> {
  try {
    return await store.change(async (trx) => {
      const former = await findAdministrator(trx, adminUid);
      await changeEmail(trx, former, email);
      await dropTokens(trx, adminUid, ...resetPurposes);
      return former.email;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new OperatorError(
      `${email} belongs to a member's account. Give the administrator a separate address, such as the club's mailbox.`,
    );
  }
}

async function findAdministrator(trx: Trx, adminUid: string): Promise<Account> {
  const user = await findAccount(trx, adminUid);
  if (!user) throw new OperatorError('There is no administrator yet: start the portal once first.');
  return user;
}

async function changeEmail(trx: Trx, { id: uid, name, email: old }: Account, email: string): Promise<void> {
  await updateAccount(trx, { uid, name, email });
  const fields = { email: { old, new: email } };
  await trx.changes.append({ uid: staffScope, actor: uid, kind: 'administrator-changed', fields });
}
