import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#server/store/open.ts';
import { isLocked } from './imported-hash.ts';

/** What better-auth stores of a reset token: the SHA-256 of `reset-password:<token>` in base64url. */
function storedIdentifier(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url');
}

/**
 * Makes a link by which the owner of an account chooses a password, as better-auth does for who asks for one.
 * @param lifetime in milliseconds
 * @returns the token
 */
export async function createResetLink(db: Db, uid: string, lifetime: number): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const now = new Date();
  await db
    .insertInto('verification')
    .values({
      id: randomBytes(16).toString('base64url'),
      identifier: storedIdentifier(token),
      value: uid,
      expiresAt: new Date(now.getTime() + lifetime),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return token;
}

/** Ends all reset links of an account. Their rows hold nothing but the account's id as value. */
export async function dropResetLinks(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', uid).execute();
}

/**
 * Ends the reset links of an account that are older than this one: only the newest mail's works. Of two made
 * at the same time one outlives the other, so that they do not end each other.
 */
export async function dropOlderResetLinks(db: Db, uid: string, token: string): Promise<void> {
  const link = await db
    .selectFrom('verification')
    .select(['id', 'createdAt'])
    .where('identifier', '=', storedIdentifier(token))
    .executeTakeFirst();
  if (!link) return;
  await db
    .deleteFrom('verification')
    .where('value', '=', uid)
    .where((is) =>
      is.or([
        is('createdAt', '<', link.createdAt),
        is.and([is('createdAt', '=', link.createdAt), is('id', '<', link.id)]),
      ]),
    )
    .execute();
}

/** Whether nobody may sign in to an account, by whatever password. */
export async function isLockedAccount(db: Db, uid: string): Promise<boolean> {
  const account = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', uid)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  return isLocked(account?.password ?? null);
}
