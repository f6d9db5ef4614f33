import { gapIn, groupMessageRefusals } from '#domain/group-messages.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Store, Trx } from '#server/store/open.ts';
import { isClockTrusted } from '#server/store/trusted-clock.ts';
import { readersOf } from './audience.ts';
import { deliver, find, gapsOf, laterTime, required, tellStaff } from './message-store.ts';

/*
 * A message that is sent later. Its filter is applied then; selected members, and those whom a search found, are fixed when
 * it is planned. Of several processes one sends it, by the clock of the database.
 */

/** Moves a planned message to another time. Throws 404 NOT_FOUND, 409 for one that is no longer planned, and 400 for a past time. */
export async function moveMessage(store: Store, id: string, at: string): Promise<void> {
  await store.change(async (trx) => {
    const message = required(await find(trx, id));
    if (message.plannedFor === null || message.withdrawnAt !== null) {
      throw new Refusal(409, 'NOT_PLANNED', groupMessageRefusals.notPlanned);
    }
    const plannedFor = await laterTime(trx, at, message.endsAt);
    await trx
      .updateTable('group_messages')
      .set({ plannedFor, sentAt: plannedFor })
      .where('id', '=', id)
      .execute();
    await tellStaff(trx, id, message.actor);
  });
}

/** Sends the messages whose time has come. */
export async function sendDueMessages({ store, outbox }: { store: Store; outbox: Outbox }): Promise<void> {
  const due = await store.db
    .selectFrom('group_messages')
    .select('id')
    .where('plannedFor', '<=', iso(await databaseTime(store.db)))
    .where('withdrawnAt', 'is', null)
    .execute();
  for (const { id } of due) await store.transact((trx) => sendPlanned(trx, id));
  if (due.length > 0) outbox.wake();
}

async function sendPlanned(trx: Trx, id: string): Promise<void> {
  await trx.changes.lock();
  const message = await find(trx, id);
  const now = await databaseTime(trx);
  if (!message || message.plannedFor === null || message.withdrawnAt !== null) return;
  if (Date.parse(message.plannedFor) > now || !(await isClockTrusted(trx, now))) return;
  const present = await readersOf(trx, message);
  const members = present.filter((member) => {
    const gaps = gapsOf([member]);
    return gapIn(message.subject, gaps) === null && gapIn(message.text, gaps) === null;
  });
  const sent = { plannedFor: null, sentAt: iso(now), recipients: members.length };
  await trx
    .updateTable('group_messages')
    .set({ ...sent, leftOut: present.length - members.length })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('group_message_recipients').where('messageId', '=', id).execute();
  await deliver(trx, { ...message, ...sent }, members);
}
