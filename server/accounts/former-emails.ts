import { latestSeq } from '#server/changes/change-log.ts';
import type { Db, Trx } from '#server/store/open.ts';

/** How long an e-mail change can be taken back, in milliseconds. */
export const restoreLifetime = 7 * 24 * 60 * 60 * 1000;

/** The right of an account's former address to take the change back (docs/decisions/0030). */
export interface FormerEmail {
  uid: string;
  email: string;
  /** ISO 8601, UTC. */
  until: string;
  contestedFrom: number | null;
}

/** An account's former address, as long as it can take the change back. */
export function findFormerEmail(db: Db, uid: string): Promise<FormerEmail | undefined> {
  return living(db).where('uid', '=', uid).executeTakeFirst();
}

/**
 * Whether an address is held for its owner, who can still take an e-mail change back: no other account than `uid` may
 * have it. To be asked in the transaction that gives the address away, after `trx.changes.lock()`.
 */
export async function isHeld(db: Db, email: string, uid?: string): Promise<boolean> {
  const holder = await findHolder(db, email);
  return holder !== undefined && holder.uid !== uid;
}

/** The account that an address may take back. */
export function findHolder(db: Db, email: string): Promise<FormerEmail | undefined> {
  return living(db).where('email', '=', email).executeTakeFirst();
}

function living(db: Db) {
  return db
    .selectFrom('former_emails')
    .select(['uid', 'email', 'until', 'contestedFrom'])
    .where('until', '>', new Date().toISOString());
}

/** Notes which address an account had, in the place of a right that has expired. */
export async function keepFormerEmail(trx: Trx, uid: string, email: string): Promise<FormerEmail> {
  const now = Date.now();
  const since = new Date(now).toISOString();
  const until = new Date(now + restoreLifetime).toISOString();
  await trx
    .deleteFrom('former_emails')
    .where((is) => is.or([is('uid', '=', uid), is('email', '=', email)]))
    .where('until', '<=', since)
    .execute();
  const former = { uid, email, until, contestedFrom: null };
  await trx
    .insertInto('former_emails')
    .values({ ...former, since })
    .execute();
  return former;
}

export async function dropFormerEmail(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('former_emails').where('uid', '=', uid).execute();
}

/**
 * Notes that a password was set through the new address while the former one can take the change back: from here on,
 * what is written to the record may be another person's. To be called after `trx.changes.lock()`.
 */
export async function markContested(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('former_emails')
    .set({ contestedFrom: await latestSeq(trx) })
    .where('uid', '=', uid)
    .where('contestedFrom', 'is', null)
    .execute();
}
