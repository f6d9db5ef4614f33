import { staffScope } from '#domain/changes.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { handOverMail } from '#server/mail/messages.ts';
import { enqueue } from '#server/mail/outbox-store.ts';
import { isUniqueViolation } from '#server/store/database-errors.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Store, Trx } from '#server/store/open.ts';
import { replacePassword } from './credentials.ts';
import { updateAccount } from './email-change.ts';
import { dropTokens, issueResetLink, resetPurposes } from './mailed-tokens.ts';
import { dropFactors } from './second-factor.ts';

interface HandOverDeps {
  store: Store;
  config: Pick<Config, 'adminUid' | 'portalUrl'>;
  club: Content['club'];
}

/**
 * Gives the administrator's account to another person: their address, no password, every session and link of the
 * former one ended, and a mailed link to choose a password. Throws OperatorError if a member has the address.
 * @returns the former address, and the link
 */
export async function handOver(
  { store, config, club }: HandOverDeps,
  email: string,
): Promise<{ former: string; link: string }> {
  return orTaken(email, () =>
    store.transact(async (trx) => {
      const former = await changeEmail(trx, config.adminUid, email);
      await replacePassword(trx, config.adminUid, null);
      await dropFactors(trx, config.adminUid);
      const token = await issueResetLink(trx, config.adminUid, { purpose: 'handed-over' });
      const link = `${config.portalUrl}/reset-password?token=${encodeURIComponent(token)}`;
      await enqueue(trx, handOverMail(club, { uid: config.adminUid, to: email, link }));
      return { former, link };
    }),
  );
}

/**
 * Changes the administrator's address; password and sessions stay, mailed links end. Throws OperatorError if a
 * member has the address.
 * @returns the former address
 */
export function setAdministratorEmail(store: Store, adminUid: string, email: string): Promise<string> {
  return orTaken(email, () =>
    store.transact(async (trx) => {
      const former = await changeEmail(trx, adminUid, email);
      await dropTokens(trx, adminUid, ...resetPurposes);
      return former;
    }),
  );
}

async function changeEmail(trx: Trx, uid: string, email: string): Promise<string> {
  await trx.changes.lock();
  const user = await findAccount(trx, uid);
  if (!user) throw new OperatorError('There is no administrator yet: start the portal once first.');
  await updateAccount(trx, { uid, name: user.name, email });
  await trx.changes.append({
    uid: staffScope,
    actor: uid,
    kind: 'administrator-changed',
    at: new Date().toISOString(),
    fields: { email: { old: user.email, new: email } },
  });
  return user.email;
}

async function orTaken<T>(email: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new OperatorError(
      `${email} belongs to a member's account. Give the administrator a separate address, such as the club's mailbox.`,
    );
  }
}
