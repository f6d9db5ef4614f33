import { groupMessageLimits, type OwnMessages, textFor } from '#domain/group-messages.ts';
import { compiledQuery } from '#server/store/compiled-query.ts';
import type { Db, Store } from '#server/store/open.ts';
import { required } from './message-store.ts';

/** The messages that a member's dashboard shows, newest first. */
export async function listOwnMessages(db: Db, uid: string): Promise<OwnMessages> {
  const rows = await shownTo(db, [uid, new Date().toISOString(), groupMessageLimits.shown]);
  return {
    messages: rows.map(({ id, text, sentAt, correctedAt, endsAt, ...reader }) => ({
      ...{ id, sentAt, correctedAt, endsAt },
      text: textFor(text, reader),
    })),
  };
}

const shownTo = compiledQuery((db) =>
  db
    .selectFrom('group_message_recipients as recipient')
    .innerJoin('group_messages as message', 'message.id', 'recipient.messageId')
    .select([
      'message.id',
      'message.text',
      'message.sentAt',
      'message.correctedAt',
      'message.endsAt',
      'recipient.fullName',
      'recipient.developmentTrack',
    ])
    .where('recipient.uid', '=', '')
    .where('recipient.dismissedAt', 'is', null)
    .where('message.withdrawnAt', 'is', null)
    .where((is) => is.or([is('message.endsAt', 'is', null), is('message.endsAt', '>', '')]))
    .orderBy('message.sentAt', 'desc')
    .orderBy('message.id')
    .limit(0),
);

/** Takes a message off the member's dashboard. Throws 404 NOT_FOUND unless it was sent to the member. */
export async function dismissMessage(store: Store, uid: string, id: string): Promise<OwnMessages> {
  return store.change(async (trx) => {
    await trx.changes.lock();
    const row = await trx
      .selectFrom('group_message_recipients')
      .select('dismissedAt')
      .where('messageId', '=', id)
      .where('uid', '=', uid)
      .executeTakeFirst();
    if (required(row).dismissedAt === null) {
      const at = new Date().toISOString();
      await trx
        .updateTable('group_message_recipients')
        .set({ dismissedAt: at })
        .where('messageId', '=', id)
        .where('uid', '=', uid)
        .execute();
      const fields = { dismissedMessage: { old: null, new: id } };
      await trx.changes.append({ uid, actor: uid, kind: 'group-message-dismissed', at, fields });
    }
    return listOwnMessages(trx, uid);
  });
}
