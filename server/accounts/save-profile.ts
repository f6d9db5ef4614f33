import type { Member } from '#domain/members.ts';
import type { Profile, ProfileSave } from '#domain/profile.ts';
import { waitMessages } from '#domain/waiting.ts';
import { mailShare } from '#server/limits/mail-limits.ts';
import { findMember } from '#server/members/member-store.ts';
import { findAccount } from '#server/store/find-account.ts';
import { offersDepartment, refuseDomain, refusedField } from './allowed-values.ts';
import { changeDetails, present } from './correct-member.ts';
import type { AccountDeps } from './deps.ts';
import { mayMailConfirmation } from './email-confirmation.ts';

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
export async function saveProfile(
  deps: AccountDeps,
  saver: Saver,
  save: ProfileSave,
): Promise<Member | null> {
  const confirms = await countMails(deps, saver, save.email);
  const { shown, ...set } = save;
  await refuseOthers(deps, saver.uid, set);
  const saved = await changeDetails(deps, {
    ...{ uid: saver.uid, actor: saver.uid, kind: 'profile-saved', shown, set, confirms },
    // A recovered record is complete with the first save: the form has no placeholder.
    write: (_current, now) => ({ ...present(set), registrationComplete: true, updatedAt: now }),
  });
  deps.outbox.wake();
  return saved;
}

/** Refuses a new address or department that the club does not take; those of before stay valid. */
async function refuseOthers({ content, store }: AccountDeps, uid: string, set: Profile): Promise<void> {
  const before = await findMember(store.db, uid);
  if (!before) return;
  const { registration } = content;
  if (set.email !== before.email) refuseDomain(registration, set.email);
  if (set.department !== before.department && !offersDepartment(registration, set.department))
    throw refusedField('department', 'Department is required');
}

/** @returns whether the new address gets a link that confirms it */
async function countMails(deps: AccountDeps, { uid, sender }: Saver, email: string): Promise<boolean> {
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
