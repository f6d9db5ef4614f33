import type { Trx } from '#server/store/open.ts';
import { dropResetLinks } from './reset-links.ts';

const provider = 'credential';

/**
 * Gives an account another password, or with null none, and ends its sessions and reset links. The password goes
 * first: a sign-in with the former one has then either made its session, which ends here, or is refused.
 */
export async function replacePassword(trx: Trx, uid: string, hash: string | null): Promise<void> {
  await trx
    .updateTable('account')
    .set({ password: hash, updatedAt: new Date() })
    .where('userId', '=', uid)
    .where('providerId', '=', provider)
    .execute();
  await trx.deleteFrom('session').where('userId', '=', uid).execute();
  await dropResetLinks(trx, uid);
}
