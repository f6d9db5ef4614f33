import type { Member } from '#domain/members.ts';
import type { Profile } from '#domain/profile.ts';
import type { Deps } from '#server/deps.ts';
import { changeMember, findMember } from '#server/members/member-store.ts';
import { isUniqueViolation } from '#server/store/database-errors.ts';
import { followEmailChange, updateAccount } from './email-change.ts';
import { emailTaken } from './registration.ts';

/**
 * Saves the seven profile fields (spec, point 7). Name and e-mail follow into the account at once, in the same
 * transaction; after an e-mail change the old address gets a notice with a link that takes it back.
 * Throws 409 EMAIL_TAKEN. Answers null where the account has no record.
 */
export async function saveProfile(deps: Deps, uid: string, form: Profile): Promise<Member | null> {
  const saved = await inOneTransaction(deps, uid, form);
  deps.outbox.wake();
  return saved;
}

async function inOneTransaction(deps: Deps, uid: string, form: Profile) {
  try {
    return await deps.store.transact(async (trx) => {
      await trx.changes.lock();
      const before = await findMember(trx, uid);
      if (!before) return null;
      await updateAccount(trx, { uid, name: form.fullName, email: form.email });
      const after = await changeMember(trx, {
        uid,
        actor: uid,
        kind: 'profile-saved',
        write: (_current, now) => ({ ...form, updatedAt: now }),
      });
      if (before.email !== form.email) {
        const change = { uid, name: form.fullName, from: before.email, to: form.email };
        await followEmailChange(deps, trx, change);
      }
      return after;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}
