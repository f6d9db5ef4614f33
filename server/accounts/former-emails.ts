import type { Db, Trx } from '#server/store/open.ts';

/** How long an e-mail change can be reverted, in milliseconds. */
const restoreLifetime = 7 * 24 * 60 * 60 * 1000;

/** The right of an account's former address to revert the change (docs/decisions/email-change.md). */
export interface FormerEmail {
  uid: string;
  email: string;
  /** ISO 8601, UTC. */
  until: string;
}

/** The value shared by all restore links of an account. */
export function restoreValue(uid: string): string {
  return `restore:${uid}`;
}

/** An account's former address, while it can revert the change. */
export function findFormerEmail(db: Db, uid: string): Promise<FormerEmail | undefined> {
  return unexpired(db).where('uid', '=', uid).executeTakeFirst();
}

/** The account that an address may reclaim. */
export function findHolder(db: Db, email: string): Promise<FormerEmail | undefined> {
  return unexpired(db).where('email', '=', email).executeTakeFirst();
}

function unexpired(db: Db) {
  return db
    .selectFrom('former_emails')
    .select(['uid', 'email', 'until'])
    .where('until', '>', new Date().toISOString());
}

/** Stores an account's former address, replacing an expired right. */
export async function keepFormerEmail(trx: Trx, uid: string, email: string): Promise<FormerEmail> {
  const now = Date.now();
  const since = new Date(now).toISOString();
  const until = new Date(now + restoreLifetime).toISOString();
  await trx
    .deleteFrom('former_emails')
    .where((is) => is.or([is('uid', '=', uid), is('email', '=', email)]))
    .where('until', '<=', since)
    .execute();
  const former = { uid, email, until };
  await trx
    .insertInto('former_emails')
    .values({ ...former, since })
    .execute();
  return former;
}

/** Ends the right, with its links. */
export async function dropFormerEmail(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('former_emails').where('uid', '=', uid).execute();
  await trx.deleteFrom('verification').where('value', '=', restoreValue(uid)).execute();
}
