import type { Profile } from '#domain/profile.ts';
import { changeMember } from '#server/members/member-store.ts';
import { OperatorError } from '#server/operator-error.ts';
import { isUniqueViolation } from '#server/store/database-errors.ts';
import type { Store } from '#server/store/open.ts';

/**
 * Corrects fields of a member's record for the operator; the account gets the same name and e-mail. Throws OperatorError
 * if another account has the address.
 */
export async function correctMember(
  store: Store,
  { uid, actor, write }: { uid: string; actor: string; write: Partial<Profile> },
): Promise<void> {
  const { fullName, email } = write;
  try {
    await store.transact(async (trx) => {
      await changeMember(trx, {
        uid,
        actor,
        kind: 'record-corrected',
        write: (_current, now) => ({ ...write, updatedAt: now }),
      });
      if (fullName === undefined && email === undefined) return;
      await trx
        .updateTable('user')
        .set({
          ...(fullName !== undefined && { name: fullName }),
          ...(email !== undefined && { email, emailVerified: false }),
        })
        .where('id', '=', uid)
        .execute();
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new OperatorError(`${email} belongs to another account already.`);
  }
}
