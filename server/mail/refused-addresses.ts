import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Trx } from '#server/store/open.ts';
import type { Topic } from './mail.ts';
import { hasten, markDone, planMails } from './outbox-store.ts';
import type { OutgoingMail } from './transports.ts';

/*
 * Addresses that a mail server refused for good (docs/decisions/mail.md). They get no bulk email. A requested email, such as
 * a reset link, is still tried, and once the server accepts one, the address gets everything again.
 */

/** Ends a mail that was refused, and keeps that its address was. The club's own mailbox belongs to no account. */
export async function markRefused(
  db: Db,
  { id, to, uid, kind }: Pick<OutgoingMail, 'id' | 'to' | 'uid' | 'kind'>,
  now: number,
  reason: string,
): Promise<void> {
  // Its member may have been removed while it was being sent.
  if (!(await markDone(db, id, now, { state: 'refused', reason }))) return;
  const refused = { uid: kind === 'form-message' ? null : uid, at: iso(now), reason };
  await db
    .insertInto('refused_addresses')
    .values({ email: to.toLowerCase(), ...refused })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(refused))
    .execute();
}

export async function forgetRefused(db: Db, address: string): Promise<void> {
  await db.deleteFrom('refused_addresses').where('email', '=', address.toLowerCase()).execute();
}

/** The answer with which an address was refused; null if it was not. */
export async function refusalOf(db: Db, address: string): Promise<string | null> {
  const row = await db
    .selectFrom('refused_addresses')
    .select('reason')
    .where('email', '=', address.toLowerCase())
    .executeTakeFirst();
  return row?.reason ?? null;
}

/** The mails that were refused and that can be written again. */
function refusedMails(db: Db, uid: string) {
  return db
    .selectFrom('mail_outbox')
    .where('uid', '=', uid)
    .where('state', '=', 'refused')
    .where('topic', 'is not', null);
}

/** How many of a member's mails were refused and can be sent again, each as it is right then. */
export async function countRefused(db: Db, uid: string): Promise<number> {
  const topics = await refusedMails(db, uid).select('topic').distinct().execute();
  return topics.length;
}

/** Sends a member what was refused, before all bulk email: the address was corrected, or is to be tried once more. */
export async function sendRefusedAgain(trx: Trx, uid: string, address: string): Promise<number> {
  await forgetRefused(trx, address);
  const rows = await refusedMails(trx, uid).select(['id', 'topic']).execute();
  const topics = new Set(rows.flatMap(({ topic }) => (topic as Topic | null) ?? []));
  const now = await databaseTime(trx);
  for (const { id } of rows) await trx.deleteFrom('mail_outbox').where('id', '=', id).execute();
  for (const topic of topics) {
    await planMails(trx, topic, [uid], now);
    await hasten(trx, topic, uid);
  }
  return topics.size;
}
