import { groupMessageLimits, type OwnMessages, textFor } from '#domain/group-messages.ts';
import { reminderOf } from '#domain/reminder-kinds.ts';
import type { Db, Store } from '#server/store/open.ts';
import { required } from './message-store.ts';
import { listOwnReminders, type ReminderDeps } from './reminders.ts';

/** The messages that a member's dashboard shows: reminders, then those of the administrator, newest first. */
export async function listOwnMessages(db: Db, deps: ReminderDeps, uid: string): Promise<OwnMessages> {
  const rows = await db
    .selectFrom('group_message_recipients as recipient')
    .innerJoin('group_messages as message', 'message.id', 'recipient.messageId')
    .select(['message.id', 'subject', 'text', 'sentAt', 'correctedAt', 'endsAt'])
    .select(['recipient.fullName', 'recipient.developmentTrack'])
    .where('recipient.uid', '=', uid)
    .where('recipient.dismissedAt', 'is', null)
    .where('message.withdrawnAt', 'is', null)
    .where('message.plannedFor', 'is', null)
    .where((is) => is.or([is('endsAt', 'is', null), is('endsAt', '>', new Date().toISOString())]))
    .orderBy('sentAt', 'desc')
    .orderBy('message.id')
    .limit(groupMessageLimits.shown)
    .execute();
  const messages = rows.map(({ id, subject, text, sentAt, correctedAt, endsAt, ...reader }) => ({
    ...{ id, sentAt, correctedAt, endsAt },
    subject: textFor(subject, reader),
    text: textFor(text, reader),
  }));
  return { messages: [...(await listOwnReminders(db, deps, uid)), ...messages] };
}

/** Takes a message off the member's dashboard. Throws 404 NOT_FOUND unless it was sent to the member. */
export async function dismissMessage(
  deps: ReminderDeps & { store: Store },
  uid: string,
  id: string,
): Promise<OwnMessages> {
  const table = reminderOf(id) ? 'reminders' : 'group_message_recipients';
  const rowId = `${id} ${uid}`;
  return deps.store.change(async (trx) => {
    const row = await trx.selectFrom(table).select('dismissedAt').where('id', '=', rowId).executeTakeFirst();
    if (required(row).dismissedAt === null) {
      const at = new Date().toISOString();
      await trx.updateTable(table).set({ dismissedAt: at }).where('id', '=', rowId).execute();
      const fields = { dismissedMessage: { old: null, new: id } };
      await trx.changes.append({ uid, actor: uid, kind: 'group-message-dismissed', at, fields });
    }
    return listOwnMessages(trx, deps, uid);
  });
}
