import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '#server/store/open.ts';

/** The purposes of tokens. A link to a new password is either mailed or handed over by an administrator. */
export type TokenPurpose = 'reset-password' | 'handed-over' | 'confirm-email' | 'restore-email';

export interface FoundToken {
  purpose: TokenPurpose;
  value: string;
}

/** The stored form of a token: only its hash, under its purpose. */
function identifierOf(purpose: TokenPurpose, token: string): string {
  return `${purpose}:${createHash('sha256').update(token).digest('base64url')}`;
}

/** Stores a new token, in the caller's transaction. @returns the secret of the link */
export async function issueToken(
  trx: Trx,
  purpose: TokenPurpose,
  { uid, value, expiresAt }: { uid: string; value: string; expiresAt: Date },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await trx
    .insertInto('verification')
    .values({ identifier: identifierOf(purpose, token), uid, value, expiresAt })
    .execute();
  return token;
}

/** The token, for one of these purposes; null if it is used, expired or made up. */
export async function findToken(
  db: Db,
  token: string,
  ...purposes: TokenPurpose[]
): Promise<FoundToken | null> {
  const row = await db
    .selectFrom('verification')
    .select(['identifier', 'value', 'expiresAt'])
    .where('identifier', 'in', identifiersOf(token, purposes))
    .executeTakeFirst();
  return row ? unexpired(row) : null;
}

/** The same, and uses the token up: of several at once, one gets it. */
export async function useToken(
  trx: Trx,
  token: string,
  ...purposes: TokenPurpose[]
): Promise<FoundToken | null> {
  const row = await trx
    .deleteFrom('verification')
    .where('identifier', 'in', identifiersOf(token, purposes))
    .returning(['identifier', 'value', 'expiresAt'])
    .executeTakeFirst();
  return row ? unexpired(row) : null;
}

/** Ends the tokens of one purpose that have this value. */
export async function dropTokens(trx: Trx, purpose: TokenPurpose, value: string): Promise<void> {
  await trx
    .deleteFrom('verification')
    .where('value', '=', value)
    .where('identifier', 'like', `${purpose}:%`)
    .execute();
}

function identifiersOf(token: string, purposes: readonly TokenPurpose[]): string[] {
  return purposes.map((purpose) => identifierOf(purpose, token));
}

function unexpired(row: { identifier: string; value: string; expiresAt: Date | string }): FoundToken | null {
  if (new Date(row.expiresAt).getTime() <= Date.now()) return null;
  return { purpose: row.identifier.split(':', 1)[0] as TokenPurpose, value: row.value };
}
