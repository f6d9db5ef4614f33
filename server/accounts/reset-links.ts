import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '#server/store/open.ts';

/** What better-auth stores of a reset token: the SHA-256 of `reset-password:<token>` in base64url. */
function storedIdentifier(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url');
}

/** How long a reset link works, in milliseconds. */
const resetLinkLifetime = 60 * 60 * 1000;

/**
 * Makes a reset link, in the transaction that mails it. The older ones of the account end: only the newest works.
 * @returns the token
 */
export async function issueResetLink(trx: Trx, uid: string): Promise<string> {
  await dropResetLinks(trx, uid);
  const token = randomBytes(24).toString('base64url');
  const now = new Date();
  await trx
    .insertInto('verification')
    .values({
      id: randomBytes(16).toString('base64url'),
      identifier: storedIdentifier(token),
      value: uid,
      expiresAt: new Date(now.getTime() + resetLinkLifetime),
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
