import { createHash } from 'node:crypto';
import type { Db, Trx } from '#server/store/open.ts';
import { newToken, verificationRow } from './mailed-tokens.ts';

/** How long a reset link works, in milliseconds. */
const resetLinkLifetime = 60 * 60 * 1000;

/** The stored form of a token, as better-auth stores it, so that its own reset accepts the same links. */
function storedIdentifier(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url');
}

/**
 * Creates a reset link, in the transaction that mails it. Only the newest link of an account works.
 * @param lifetime in milliseconds; an hour by default
 * @returns the token
 */
export async function issueResetLink(trx: Trx, uid: string, lifetime = resetLinkLifetime): Promise<string> {
  await dropResetLinks(trx, uid);
  const token = newToken();
  await trx
    .insertInto('verification')
    .values(verificationRow(storedIdentifier(token), uid, new Date(Date.now() + lifetime)))
    .execute();
  return token;
}

/** The account whose password a token may set; null for a token that is used, expired or made up. */
export async function readResetLink(db: Db, token: string): Promise<string | null> {
  const link = await db
    .selectFrom('verification')
    .select(['value', 'expiresAt'])
    .where('identifier', '=', storedIdentifier(token))
    .executeTakeFirst();
  return livingAccount(link);
}

/** The same, and uses the token up. */
export async function useResetLink(trx: Trx, token: string): Promise<string | null> {
  const link = await trx
    .deleteFrom('verification')
    .where('identifier', '=', storedIdentifier(token))
    .returning(['value', 'expiresAt'])
    .executeTakeFirst();
  return livingAccount(link);
}

/** Ends all reset links of an account. The value of their rows is the account's id. */
export async function dropResetLinks(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', uid).execute();
}

function livingAccount(link: { value: string; expiresAt: Date | string } | undefined): string | null {
  return link && new Date(link.expiresAt).getTime() > Date.now() ? link.value : null;
}
