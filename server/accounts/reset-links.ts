import type { Db, Trx } from '#server/store/open.ts';
import { dropTokens, issueToken } from './mailed-tokens.ts';

const resetLinkLifetime = 60 * 60 * 1000;

/**
 * The purposes of a reset link. One that was mailed shows that its address is its holder's. One that was handed over was
 * also shown to an administrator or an operator.
 */
export const resetPurposes = ['reset-password', 'handed-over'] as const;

/**
 * Creates a reset link, in the transaction that mails it. Of an account's mailed links only the newest works. Anyone who
 * knows the address can request one, so it does not end a link that was handed over; that one ends all former ones.
 * @param lifetime in milliseconds; an hour by default
 * @returns the token
 */
export async function issueResetLink(
  trx: Trx,
  uid: string,
  {
    lifetime = resetLinkLifetime,
    purpose = 'reset-password',
  }: { lifetime?: number; purpose?: (typeof resetPurposes)[number] } = {},
): Promise<string> {
  if (purpose === 'handed-over') await dropResetLinks(trx, uid);
  else await dropTokens(trx, purpose, uid);
  return issueToken(trx, purpose, { uid, value: uid, expiresAt: new Date(Date.now() + lifetime) });
}

/** Until when the newest reset link of an account works, or null. */
export async function resetLinkUntil(db: Db, uid: string): Promise<string | null> {
  const link = await db
    .selectFrom('verification')
    .select('expiresAt')
    .where('value', '=', uid)
    .where('expiresAt', '>', new Date())
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link ? new Date(link.expiresAt).toISOString() : null;
}

/** Ends all reset links of an account. The value of their rows is the account's id. */
export async function dropResetLinks(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', uid).execute();
}
