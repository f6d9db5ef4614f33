import { createHash } from 'node:crypto';
import type { Db, Trx } from '#server/store/open.ts';
import { newToken, verificationRow } from './mailed-tokens.ts';

const resetLinkLifetime = 60 * 60 * 1000;

/** How a link reached its person. One that was mailed shows that its address is theirs. */
export type Delivery = 'mailed' | 'handed-over';

/** The stored form of a mailed token, as better-auth stores it, so that its own reset accepts the same links. */
function storedIdentifier(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url');
}

function handedIdentifier(token: string): string {
  return `handed-over:${storedIdentifier(token)}`;
}

export interface LinkedAccount {
  uid: string;
  delivery: Delivery;
}

/**
 * Creates a reset link, in the transaction that mails it. Only the newest link of an account works.
 * @param lifetime in milliseconds; an hour by default
 * @returns the token
 */
export async function issueResetLink(
  trx: Trx,
  uid: string,
  { lifetime = resetLinkLifetime, delivery = 'mailed' }: { lifetime?: number; delivery?: Delivery } = {},
): Promise<string> {
  await dropResetLinks(trx, uid);
  const token = newToken();
  const identifier = delivery === 'mailed' ? storedIdentifier(token) : handedIdentifier(token);
  await trx
    .insertInto('verification')
    .values(verificationRow(identifier, uid, new Date(Date.now() + lifetime)))
    .execute();
  return token;
}

/** The account whose password a token may set; null for a token that is used, expired or made up. */
export async function readResetLink(db: Db, token: string): Promise<LinkedAccount | null> {
  const link = await db
    .selectFrom('verification')
    .select(['identifier', 'value', 'expiresAt'])
    .where('identifier', 'in', [storedIdentifier(token), handedIdentifier(token)])
    .executeTakeFirst();
  return accountIfUnexpired(link);
}

/** The same, and uses the token up. */
export async function useResetLink(trx: Trx, token: string): Promise<LinkedAccount | null> {
  const link = await trx
    .deleteFrom('verification')
    .where('identifier', 'in', [storedIdentifier(token), handedIdentifier(token)])
    .returning(['identifier', 'value', 'expiresAt'])
    .executeTakeFirst();
  return accountIfUnexpired(link);
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

interface StoredLink {
  identifier: string;
  value: string;
  expiresAt: Date | string;
}

function accountIfUnexpired(link: StoredLink | undefined): LinkedAccount | null {
  if (!link || new Date(link.expiresAt).getTime() <= Date.now()) return null;
  const delivery = link.identifier.startsWith('handed-over:') ? 'handed-over' : 'mailed';
  return { uid: link.value, delivery };
}
