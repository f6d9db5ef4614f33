import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

const hour = 60 * 60 * 1000;

/** The purposes of tokens. A link to a new password is either mailed or handed over by an administrator. */
export type TokenPurpose = Tables['mailed_tokens']['purpose'];

/**
 * The purposes of a reset link. One that was mailed shows that its address is its holder's. One that was handed over was
 * also shown to an administrator or an operator.
 */
export const resetPurposes = ['reset-password', 'handed-over'] as const;

interface NewToken {
  purpose: TokenPurpose;
  uid: string;
  /** The address that the link is for, where it is for no other. */
  email?: string;
  expiresAt: Date;
}

/** The tokens of these purposes that have not expired. */
export function unexpiredTokens(db: Db, ...purposes: TokenPurpose[]) {
  return db
    .selectFrom('mailed_tokens')
    .select(['purpose', 'uid', 'email', 'expiresAt'])
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', new Date());
}

/** The secret of a new link. */
export function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** Stores a new token, in the caller's transaction. @returns the secret of the link */
export async function issueToken(trx: Trx, { email, ...token }: NewToken): Promise<string> {
  const secret = newSecret();
  await trx
    .insertInto('mailed_tokens')
    .values({ ...token, id: secretId(secret), email: email ?? null })
    .execute();
  return secret;
}

/** The token, for one of these purposes; undefined if it is used, expired or made up. */
export function findToken(db: Db, secret: string, ...purposes: TokenPurpose[]) {
  return unexpiredTokens(db, ...purposes)
    .where('id', '=', secretId(secret))
    .executeTakeFirst();
}

/** Finds a token and uses it up: of several uses together, one gets it. */
export function useToken(trx: Trx, secret: string, ...purposes: TokenPurpose[]) {
  return trx
    .deleteFrom('mailed_tokens')
    .where('id', '=', secretId(secret))
    .where('purpose', 'in', purposes)
    .where('expiresAt', '>', new Date())
    .returning(['purpose', 'uid', 'email', 'expiresAt'])
    .executeTakeFirst();
}

/** Notes that something was used that works once. @returns whether it was not used before */
export async function claimOnce(trx: Trx, used: string, uid: string, lifetime: number): Promise<boolean> {
  const expiresAt = new Date(Date.now() + lifetime);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mailed_tokens')
    .values({ id: secretId(used), purpose: 'challenge', uid, email: null, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Ends an account's tokens of these purposes. */
export async function dropTokens(db: Db, uid: string, ...purposes: TokenPurpose[]): Promise<void> {
  await db.deleteFrom('mailed_tokens').where('uid', '=', uid).where('purpose', 'in', purposes).execute();
}

/**
 * Creates a reset link, in the transaction that mails it. Of an account's mailed links only the newest works. Anyone who
 * knows the address can request one, so it does not end a link that was handed over; that one ends all former ones.
 * @param lifetime in milliseconds
 * @returns the token
 */
export async function issueResetLink(
  trx: Trx,
  uid: string,
  {
    lifetime = hour,
    purpose = 'reset-password',
  }: { lifetime?: number; purpose?: (typeof resetPurposes)[number] } = {},
): Promise<string> {
  await dropTokens(trx, uid, ...(purpose === 'handed-over' ? resetPurposes : [purpose]));
  return issueToken(trx, { purpose, uid, expiresAt: new Date(Date.now() + lifetime) });
}

/** The account that an address may reclaim: one that it has a link for. */
export function findHolder(db: Db, email: string) {
  return unexpiredTokens(db, 'restore-email').where('email', '=', email).executeTakeFirst();
}

/** The stored form of a token, from which no link can be made. */
export function secretId(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
