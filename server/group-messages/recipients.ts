import { groupMessageLimits, type RecipientsPage } from '#domain/group-messages.ts';
import type { Db } from '#server/store/open.ts';
import { required } from './message-store.ts';

/** A page of the members to whom a message was sent, by name; those who left are not among them. Throws 404 NOT_FOUND. */
export async function listRecipients(db: Db, id: string, from: number): Promise<RecipientsPage> {
  const message = db.selectFrom('group_messages').select('id').where('id', '=', id);
  required(await message.executeTakeFirst());
  const all = db.selectFrom('group_message_recipients').where('messageId', '=', id);
  const { total } = await all.select((is) => is.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const recipients = await all
    .select(['uid', 'fullName', 'developmentTrack', 'dismissedAt'])
    .orderBy('fullName')
    .orderBy('uid')
    .limit(groupMessageLimits.recipients)
    .offset(from)
    .execute();
  return { total, recipients };
}
