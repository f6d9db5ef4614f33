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
