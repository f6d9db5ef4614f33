import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { accountMessages } from '#domain/accounts.ts';
import { Refusal } from '#server/http/refusal.ts';
import { changeMember } from '#server/members/member-store.ts';
import { isUniqueViolation } from '#server/store/database-errors.ts';
import type { Store, Trx } from '#server/store/open.ts';
import { emailTaken } from './registration.ts';
import { dropResetLinks } from './reset-links.ts';

/** How long the link in the notice to the old address works, in milliseconds. */
const restoreLinkLifetime = 7 * 24 * 60 * 60 * 1000;

const restoration = z.object({ uid: z.string(), email: z.string() });

function storedValue(uid: string, email: string): string {
  return JSON.stringify({ uid, email });
}

/** Stored of a token: its hash only. */
function identifier(token: string): string {
  return `restore-email:${createHash('sha256').update(token).digest('base64url')}`;
}

/**
 * Takes name and e-mail of a saved profile over into the account, in the caller's transaction. Another address is not
 * confirmed.
 */
export async function updateAccount(
  trx: Trx,
  account: { uid: string; name: string; email: string },
): Promise<void> {
  await trx
    .updateTable('user')
    .set((is) => ({
      name: account.name,
      email: account.email,
      emailVerified: is
        .case()
        .when('email', '=', account.email)
        .then(is.ref('emailVerified'))
        .else(false)
        .end(),
      updatedAt: new Date(),
    }))
    .where('id', '=', account.uid)
    .execute();
}

/**
 * Stores the right to take an e-mail change back, in the transaction that makes it.
 * @returns the token for the link in the notice to the old address
 */
export async function allowRestore(trx: Trx, uid: string, oldEmail: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const now = new Date();
  await trx
    .insertInto('verification')
    .values({
      id: randomBytes(16).toString('base64url'),
      identifier: identifier(token),
      value: storedValue(uid, oldEmail),
      expiresAt: new Date(now.getTime() + restoreLinkLifetime),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return token;
}

/**
 * Takes an e-mail change back: account and record get the old address again and every session ends. Works
 * once; throws 400 INVALID_TOKEN for a link that is used, expired or made up.
 */
export async function restoreEmail(store: Store, token: string): Promise<void> {
  try {
    await store.transact(async (trx) => {
      // First, as in a profile's save: two that lock the same things in another order would wait for each other.
      await trx.changes.lock();
      const row = await trx
        .deleteFrom('verification')
        .where('identifier', '=', identifier(token))
        .returning(['value', 'expiresAt', 'createdAt'])
        .executeTakeFirst();
      if (!row || new Date(row.expiresAt).getTime() <= Date.now()) throw invalidLink();
      const { uid, email } = restoration.parse(JSON.parse(row.value));
      await trx
        .updateTable('user')
        // The link was mailed to this address.
        .set({ email, emailVerified: true, updatedAt: new Date() })
        .where('id', '=', uid)
        .execute();
      await changeMember(trx, { uid, actor: uid, kind: 'email-restored', write: () => ({ email }) });
      await trx.deleteFrom('session').where('userId', '=', uid).execute();
      // Whoever took the account over may hold a reset link or the notice about a later change of theirs.
      await dropResetLinks(trx, uid);
      await dropRestoreLinksSince(trx, uid, row.createdAt);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

async function dropRestoreLinksSince(trx: Trx, uid: string, time: Date | string): Promise<void> {
  const start = storedValue(uid, '').slice(0, -'"}'.length);
  await trx
    .deleteFrom('verification')
    .where(sql`substr(${sql.ref('value')}, 1, ${sql.lit(start.length)})`, '=', start)
    .where('createdAt', '>=', time)
    .execute();
}

function invalidLink(): Refusal {
  return new Refusal(400, 'INVALID_TOKEN', accountMessages.restoreLinkInvalid, { field: 'token' });
}
