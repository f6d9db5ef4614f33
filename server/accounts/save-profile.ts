import type { Member } from '#domain/members.ts';
import type { ProfileSave } from '#domain/profile.ts';
import { waitMessages } from '#domain/waiting.ts';
import type { Deps } from '#server/deps.ts';
import { refuseStale } from '#server/http/refuse-stale.ts';
import { mailShare } from '#server/limits/mail-limits.ts';
import { changeMember, findMember } from '#server/members/member-store.ts';
import { findAccount } from '#server/store/find-account.ts';
import { followEmailChange, updateAccount } from './email-change.ts';
import { mailConfirmation, mayMailConfirmation } from './email-confirmation.ts';
import { assignEmail } from './registration.ts';

interface Saver {
  uid: string;
  sender: string;
}

interface CountedMails {
  wasConfirmed: boolean;
  confirms: boolean;
}

/**
 * Saves the seven profile fields (spec, point 7). Name and e-mail are copied to the account in the same
 * transaction; after an e-mail change the old address gets a notice with a link that reverts it, and the new one a
 * link that confirms it. Throws 409 EMAIL_TAKEN, and 429 or 503 after too many such notices: a change that
 * its owner does not learn of must not take effect. Throws 409 STALE_VERSION if the record is not as `shown` any
 * more. Null if the account has no record.
 */
export async function saveProfile(deps: Deps, saver: Saver, save: ProfileSave): Promise<Member | null> {
  const mails = await countMails(deps, saver, save.email);
  const saved = await inOneTransaction(deps, saver.uid, save, mails);
  deps.outbox.wake();
  return saved;
}

async function countMails(deps: Deps, { uid, sender }: Saver, email: string): Promise<CountedMails> {
  const account = await findAccount(deps.store.db, uid);
  const wasConfirmed = account?.emailVerified ?? false;
  if (!account || account.email === email) return { wasConfirmed, confirms: false };
  // The owner of a confirmed address may change it, however many mails strangers have caused there.
  const causes = { account: uid, sender, share: mailShare(account) };
  await deps.limits.mails.take(
    'email-changed',
    { ...causes, to: wasConfirmed ? undefined : account.email },
    waitMessages.emailChange,
  );
  return { wasConfirmed, confirms: await mayMailConfirmation(deps, { ...causes, to: email }) };
}

function inOneTransaction(deps: Deps, uid: string, { shown, ...form }: ProfileSave, mails: CountedMails) {
  return assignEmail(deps.store, async (trx) => {
    const before = await findMember(trx, uid);
    if (!before) return null;
    refuseStale(before, { shown, set: form });
    const { email } = form;
    await updateAccount(trx, { uid, name: form.fullName, email });
    const after = await changeMember(trx, {
      uid,
      actor: uid,
      kind: 'profile-saved',
      // A recovered record is complete with the first save: the form has no placeholder.
      write: (_current, now) => ({ ...form, registrationComplete: true, updatedAt: now }),
    });
    if (before.email !== email) {
      const { wasConfirmed } = mails;
      await followEmailChange(deps, trx, { uid, from: before.email, to: email, wasConfirmed });
      if (mails.confirms) await mailConfirmation(deps, trx, { uid, email });
    }
    return after;
  });
}
