import type { Member } from '#domain/members.ts';
import type { ProfileSave } from '#domain/profile.ts';
import { waitMessages } from '#domain/waiting.ts';
import type { Deps } from '#server/deps.ts';
import { refuseStale } from '#server/http/refuse-stale.ts';
import { mailShare } from '#server/limits/mail-limits.ts';
import { changeMember, findMember } from '#server/members/member-store.ts';
import { findAccount } from '#server/store/find-account.ts';
import { offersDepartment, refuseDomain, refusedField } from './allowed-values.ts';
import { present } from './correct-member.ts';
import { followEmailChange, updateAccount } from './email-change.ts';
import { mailConfirmation, mayMailConfirmation } from './email-confirmation.ts';
import { assignEmail } from './registration.ts';

interface Saver {
  uid: string;
  sender: string;
}

/**
 * Saves the seven profile fields (spec, point 7). Name and e-mail are copied to the account in the same
 * transaction; after an e-mail change the old address gets a notice with a link that reverts it, and the new one a
 * link that confirms it. Throws 409 EMAIL_TAKEN, and 429 or 503 after too many such notices: a change that
 * its owner does not learn of must not take effect. Throws 409 STALE_VERSION if the record is not as `shown` any
 * more. Null if the account has no record.
 */
export async function saveProfile(deps: Deps, saver: Saver, save: ProfileSave): Promise<Member | null> {
  const confirms = await countMails(deps, saver, save.email);
  const saved = await inOneTransaction(deps, saver.uid, save, confirms);
  deps.outbox.wake();
  return saved;
}

/** @returns whether the new address gets a link that confirms it */
async function countMails(deps: Deps, { uid, sender }: Saver, email: string): Promise<boolean> {
  const account = await findAccount(deps.store.db, uid);
  if (!account || account.email === email) return false;
  // The owner of a confirmed address may change it, however many mails strangers have caused there.
  const causes = { account: uid, sender, share: mailShare(account) };
  await deps.limits.mails.take(
    'email-changed',
    { ...causes, to: account.emailVerified ? undefined : account.email },
    waitMessages.emailChange,
  );
  return mayMailConfirmation(deps, { ...causes, to: email });
}

function inOneTransaction(deps: Deps, uid: string, { shown, ...form }: ProfileSave, confirms: boolean) {
  return assignEmail(deps.store, async (trx) => {
    const before = await findMember(trx, uid);
    if (!before) return null;
    refuseStale(before, { shown, set: form });
    const { email } = form;
    const { registration } = deps.content;
    if (email !== before.email) refuseDomain(registration, email);
    if (form.department !== before.department && !offersDepartment(registration, form.department))
      throw refusedField('department', 'Department is required');
    // Of this moment: the address may have been confirmed, or changed, since the mails were counted.
    const account = await findAccount(trx, uid);
    await updateAccount(trx, { uid, name: form.fullName, email });
    const after = await changeMember(trx, {
      uid,
      actor: uid,
      kind: 'profile-saved',
      // A recovered record is complete with the first save: the form has no placeholder.
      write: (_current, now) => ({ ...present(form), registrationComplete: true, updatedAt: now }),
    });
    if (before.email !== email) {
      const wasConfirmed = account?.emailVerified ?? false;
      await followEmailChange(deps, trx, { uid, from: before.email, to: email, wasConfirmed });
      if (confirms) await mailConfirmation(deps, trx, { uid, email });
    }
    return after;
  });
}
