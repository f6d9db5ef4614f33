import { sql } from 'kysely';
import { groupMessageLimits, type RecipientsPage, type RecipientsQuery } from '#domain/group-messages.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import { bulkOf } from './group-mails.ts';
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

/** The email was given up, or could not be written to anybody. */
function isUnreached(id: string) {
  const bulk = bulkOf(id);
  return sql<boolean>`exists (
    select 1 from bulk_mails left join mail_outbox on mail_outbox.id = bulk_mails."mailId"
    where bulk_mails.id = ${`${bulk} `} || recipient.uid
      and (bulk_mails.state = 'skipped' or mail_outbox."failedAt" is not null))`;
}
