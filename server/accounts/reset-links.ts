import { createHash } from 'node:crypto';
import type { Db } from '#server/store/open.ts';

/** What better-auth stores of a reset token: the SHA-256 of `reset-password:<token>` in base64url. */
function storedIdentifier(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url');
}

/** Ends all reset links of an account. Their rows hold nothing but the account's id as value. */
export async function dropResetLinks(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', uid).execute();
}

/** Ends the older reset links of an account: only the newest mail's works. */
export async function dropOtherResetLinks(db: Db, uid: string, newestToken: string): Promise<void> {
  await db
    .deleteFrom('verification')
    .where('value', '=', uid)
    .where('identifier', '!=', storedIdentifier(newestToken))
    .execute();
}
