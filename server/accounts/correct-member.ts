import type { Profile } from '#domain/profile.ts';
import type { Config } from '#server/config.ts';
import type { Content } from '#server/content.ts';
import { Refusal } from '#server/http/refusal.ts';
import { enqueue } from '#server/mail/outbox-store.ts';
import { changeMember } from '#server/members/member-store.ts';
import { OperatorError } from '#server/operator-error.ts';
import { isUniqueViolation } from '#server/store/database-errors.ts';
import type { Store, Trx } from '#server/store/open.ts';
import { followEmailChange, updateAccount } from './email-change.ts';
import { mailConfirmation } from './email-confirmation.ts';
import { isHeld } from './former-emails.ts';
import { emailTaken } from './registration.ts';
import { dropResetLinks } from './reset-links.ts';

interface CorrectionDeps {
  store: Store;
  config: Pick<Config, 'adminUid' | 'portalUrl' | 'smtpUrl'>;
  content: Pick<Content, 'club'>;
}

/**
 * Corrects fields of a member's record for the operator; the account gets the same name and e-mail, and mails follow a
 * changed address. Throws OperatorError if another account has the address.
 */
export async function correctMember(
  deps: CorrectionDeps,
  uid: string,
  write: Partial<Profile>,
): Promise<void> {
  try {
    await deps.store.transact(async (trx) => {
      await trx.changes.lock();
      const before = await trx
        .selectFrom('user')
        .select(['name', 'email', 'emailVerified'])
        .where('id', '=', uid)
        .executeTakeFirst();
      await changeMember(trx, {
        uid,
        actor: deps.config.adminUid,
        kind: 'record-corrected',
        write: (_current, now) => ({ ...write, updatedAt: now }),
      });
      if (!before) return;
      const { fullName: name = before.name, email = before.email } = write;
      await updateAccount(trx, { uid, name, email });
      if (email !== before.email) await mailAbout(deps, trx, { uid, to: email, before });
    });
  } catch (error) {
    const isTaken = isUniqueViolation(error) || (error instanceof Refusal && error.code === 'EMAIL_TAKEN');
    throw isTaken ? new OperatorError(`${write.email} belongs to another account already.`) : error;
  }
}

interface Correction {
  uid: string;
  to: string;
  before: { email: string; emailVerified: boolean | number };
}

/** An address that was never confirmed may be a stranger's, who has no right to take the correction back. */
async function mailAbout({ config, content }: CorrectionDeps, trx: Trx, { uid, to, before }: Correction) {
  if (await isHeld(trx, to, uid)) throw emailTaken();
  const mailing = { config, content, outbox: { enqueue } };
  if (before.emailVerified) {
    await followEmailChange(mailing, trx, { uid, from: before.email, to, wasConfirmed: true });
  } else {
    await dropResetLinks(trx, uid);
  }
  if (config.smtpUrl) await mailConfirmation(mailing, trx, { uid, email: to });
}
