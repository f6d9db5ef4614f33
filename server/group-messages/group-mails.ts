import { type GroupMessageTest, groupMessageRefusals, textFor } from '#domain/group-messages.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Mail, Topic } from '#server/mail/mail.ts';
import { unsubscribeAddress, wantedBy, wantsMails } from '#server/mail/mail-choice.ts';
import { groupMessageMail } from '#server/mail/messages.ts';
import { planMails } from '#server/mail/outbox-store.ts';
import { databaseTime } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { readAudience } from './audience.ts';

const prefix = 'group-message:';

/** The topic of a message's emails. */
export function topicOf(id: string): Topic {
  return `${prefix}${id}`;
}

/** Fixes who gets an email: the recipients, except those who want none. */
export async function planGroupMails(trx: Trx, id: string): Promise<void> {
  const recipients = await trx
    .selectFrom('group_message_recipients')
    .select('group_message_recipients.uid')
    .where('messageId', '=', id)
    .where(wantedBy('group_message_recipients.uid', 'group-message'))
    .execute();
  const uids = recipients.map(({ uid }) => uid);
  await planMails(trx, topicOf(id), uids, await databaseTime(trx));
}

export interface ComposeDeps {
  config: Config;
  content: Content;
  store: Store;
}

/** The email to one recipient, with the text as it is now; null if the message has ended or was withdrawn, or none is wanted. */
export async function composeGroupMail(
  { config, content }: { config: Config; content: Content },
  db: Db,
  uid: string,
  topic: string,
): Promise<Mail | null> {
  const row = await db
    .selectFrom('group_message_recipients as recipient')
    .innerJoin('group_messages as message', 'message.id', 'recipient.messageId')
    .innerJoin('user', 'user.id', 'recipient.uid')
    .select(['message.subject', 'message.text', 'message.endsAt'])
    .select(['recipient.fullName', 'recipient.developmentTrack', 'user.email', 'user.emailVerified'])
    .where('message.id', '=', topic.slice(prefix.length))
    .where('message.withdrawnAt', 'is', null)
    .where('recipient.uid', '=', uid)
    .executeTakeFirst();
  if (!row) return null;
  if (row.endsAt !== null && Date.parse(row.endsAt) <= (await databaseTime(db))) return null;
  if (!(await wantsMails(db, uid, 'group-message'))) return null;
  return groupMessageMail(content.club, {
    uid,
    to: row.email,
    // An address that nobody has confirmed may be a stranger's, and so may the name.
    text: row.emailVerified ? textFor(row.text, row) : null,
    subject: row.emailVerified ? textFor(row.subject, row) : '',
    dashboard: `${config.portalUrl}/dashboard`,
    unsubscribe: unsubscribeAddress(config, uid, 'group-message'),
  });
}

/** A message by email to its sender, as one of the recipients would get it. Throws 409 NO_RECIPIENTS or NOT_RELEASED. */
export async function composeTest(
  { config, content, store }: ComposeDeps,
  { uid, email: to }: { uid: string; email: string },
  { subject, text, ...audience }: GroupMessageTest,
): Promise<Mail> {
  const { sample } = await readAudience(store.db, audience);
  if (!sample) throw new Refusal(409, 'NO_RECIPIENTS', groupMessageRefusals.nobody);
  return groupMessageMail(content.club, {
    uid,
    to,
    text: textFor(text, sample),
    subject: textFor(subject, sample),
    dashboard: `${config.portalUrl}/dashboard`,
    unsubscribe: null,
  });
}
