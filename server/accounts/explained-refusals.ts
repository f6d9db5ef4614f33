import { myAccountMessages } from '#domain/my-account.ts';
import { type FormerDetails, formerDetails as formerDetailsRule } from '#domain/registration.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db } from '#server/store/open.ts';
import type { Credentials } from './credentials.ts';
import { isLocked, unlockedHash } from './imported-hash.ts';
import { unexpiredTokens } from './mailed-tokens.ts';

/** A hash that opens nothing, and the refusal that a person with the right password gets. */
interface Explained {
  hash: string;
  refusal: () => Promise<Refusal>;
}

/**
 * Why nobody can sign in with an address: its account is disabled or closed, or has another address since. Only a person
 * with the right password may learn it, so that the same is read for every address: it takes the same time. Null if there is
 * nothing to explain.
 */
export async function explainRefusal(
  db: Db,
  email: string,
  account: Pick<Credentials, 'hash'> | undefined,
): Promise<Explained | null> {
  const [closed, former] = await Promise.all([
    db
      .selectFrom('closed_accounts')
      .select(['uid', 'password', 'reason'])
      .where('email', '=', email)
      .orderBy('closedAt', 'desc')
      .executeTakeFirst(),
    unexpiredTokens(db, 'restore-email')
      .innerJoin('account', 'account.userId', 'mailed_tokens.uid')
      .select('account.password')
      .where('email', '=', email)
      .executeTakeFirst(),
  ]);
  if (account) return isLocked(account.hash) ? closedFor(unlockedHash(account.hash), 'disabled') : null;
  if (closed) {
    const details = async () => (closed.reason === 'season' ? formerDetails(db, closed.uid) : undefined);
    return closedFor(closed.password, closed.reason, details);
  }
  const refusal = async () => new Refusal(403, 'ACCOUNT_CLOSED', myAccountMessages.addressChanged);
  return former?.password ? { hash: former.password, refusal } : null;
}

function closedFor(
  hash: string | null,
  reason: keyof typeof myAccountMessages.closed,
  details: () => Promise<unknown> = async () => undefined,
): Explained | null {
  const refusal = async () =>
    new Refusal(403, 'ACCOUNT_CLOSED', myAccountMessages.closed[reason], { current: await details() });
  return hash ? { hash, refusal } : null;
}

/** Fills in the form of a member of a past season who registers again. Read after the password was right. */
async function formerDetails(db: Db, uid: string): Promise<FormerDetails | undefined> {
  const past = await db
    .selectFrom('past_records')
    .innerJoin('seasons', 'seasons.id', 'past_records.seasonId')
    .select('document')
    .where('uid', '=', uid)
    .where('document', 'is not', null)
    // Somebody who kept the account once is in several seasons.
    .orderBy('endedAt', 'desc')
    .executeTakeFirst();
  const { members: [member] = [] } = JSON.parse(past?.document ?? '{}');
  return formerDetailsRule.safeParse(member).data;
}
