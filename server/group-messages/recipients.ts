import { sql } from 'kysely';
import { groupMessageLimits, type RecipientsPage, type RecipientsQuery } from '#domain/group-messages.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import { topicOf } from './group-mails.ts';
import { required } from './message-store.ts';

/**
 * A page of the members to whom a message was sent, by name; those who left are not among them. Throws 404 NOT_FOUND.
 */
export async function listRecipients(
  db: Db,
  id: string,
  { from, unreached }: RecipientsQuery,
): Promise<RecipientsPage> {
  const message = db.selectFrom('group_messages').select('id').where('id', '=', id);
  required(await message.executeTakeFirst());
  const all = unreached ? recipientsOf(db, id).where(isUnreached(id)) : recipientsOf(db, id);
  const total = await countRows(all);
  const recipients = await all
    .select(['recipient.uid', 'recipient.fullName', 'recipient.developmentTrack', 'recipient.dismissedAt'])
    .select('user.email')
    .select(mailState(id).as('mail'))
    .orderBy('recipient.fullName')
    .orderBy('recipient.uid')
    .limit(groupMessageLimits.recipients)
    .offset(from)
    .execute();
  return { total, recipients };
}

function recipientsOf(db: Db, id: string) {
  return db
    .selectFrom('group_message_recipients as recipient')
    .innerJoin('user', 'user.id', 'recipient.uid')
    .where('recipient.messageId', '=', id);
}

/** Where the last email of the message to a recipient stands. */
function mailState(id: string) {
  return sql<RecipientsPage['recipients'][number]['mail']>`(
    select state from mail_outbox where topic = ${topicOf(id)} and mail_outbox.uid = recipient.uid
    order by "createdAt" desc limit 1)`;
}

/** The email was refused or given up, or there was nobody to write to. */
function isUnreached(id: string) {
  return sql<boolean>`exists (
    select 1 from mail_outbox where topic = ${topicOf(id)} and mail_outbox.uid = recipient.uid
      and state in ('skipped', 'refused', 'failed'))`;
}
