import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { staffScope } from '#domain/changes.ts';
import {
  type Audience,
  type GroupMessage,
  type GroupMessageCorrection,
  type GroupMessagesPage,
  groupMessageLimits,
  groupMessageRefusals,
  type NewGroupMessage,
} from '#domain/group-messages.ts';
import type { MemberFilter } from '#domain/member-list.ts';
import { plannedTimeFault } from '#domain/planned-time.ts';
import { nameOfUnknown } from '#domain/recovery.ts';
import type { Config } from '#server/config/config.ts';
import { Refusal } from '#server/http/refusal.ts';
import { refuseStale } from '#server/http/refuse-stale.ts';
import { readBulkProgress, resumeBulkMails, stopBulkMails } from '#server/mail/bulk-mails.ts';
import { chunk } from '#server/store/chunk.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { hasFixedRecipients, readersOf, refuseGaps, refuseUnreleased, selectReaders } from './audience.ts';
import { planGroupMails, topicOf } from './group-mails.ts';

interface Parts {
  store: Store;
  config: Config;
}

export async function listGroupMessages(
  parts: Parts,
  cursor: string | undefined,
): Promise<GroupMessagesPage> {
  let query = parts.store.db
    .selectFrom('group_messages')
    .selectAll()
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(groupMessageLimits.messages + 1);
  if (cursor !== undefined) {
    const last = sql`(select "sentAt", id from group_messages where id = ${cursor})`;
    query = query.where(sql<boolean>`("sentAt", id) < ${last}`);
  }
  const rows = await query.execute();
  const page = rows.slice(0, groupMessageLimits.messages);
  return {
    messages: await Promise.all(page.map((row) => toGroupMessage(parts, row))),
    nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  };
}

/** One message, as the list has it. Throws 404 NOT_FOUND. */
export async function readGroupMessage(parts: Parts, id: string): Promise<GroupMessage> {
  return toGroupMessage(parts, required(await find(parts.store.db, id)));
}

interface Sender {
  uid: string;
  email: string;
}

/**
 * Fixes the recipients, shows them the message, and plans its emails. A request with the id of a message that was sent already sends
 * nothing. Throws 409 NO_RECIPIENTS, NOT_RELEASED, RECIPIENTS_CHANGED or MISSING_VALUE.
 * @returns the message's id
 */
export async function sendGroupMessage(
  store: Store,
  sender: Sender,
  {
    id = randomUUID(),
    subject,
    text,
    email,
    endsAt = null,
    at = null,
    recipients: expected,
    ...audience
  }: NewGroupMessage,
): Promise<string> {
  return store.change(async (trx) => {
    if (await find(trx, id)) return id;
    const sentAt = new Date().toISOString();
    const end = endsAt && new Date(endsAt).toISOString();
    if (end && end <= sentAt) {
      throw new Refusal(400, 'INVALID_INPUT', groupMessageRefusals.endsInPast, { field: 'endsAt' });
    }
    const plannedFor = at && (await laterTime(trx, at, end));
    const members = await recipientsOf(trx, audience, expected);
    refuseGaps({ subject, text }, gapsOf(members));
    const message = {
      ...{ id, subject, text, plannedFor, endsAt: end, email: Number(email) },
      filter: JSON.stringify(audience.filter ?? null),
      ...{
        sentAt: plannedFor ?? sentAt,
        actor: sender.uid,
        sentBy: sender.email,
        recipients: members.length,
      },
    };
    await trx.insertInto('group_messages').values(message).execute();
    if (plannedFor === null) await deliver(trx, message, members);
    else {
      if (hasFixedRecipients(audience.filter)) await fixRecipients(trx, id, members);
      await tellStaff(trx, id, sender.uid);
    }
    return id;
  });
}

/** The time that a message is planned for. Throws 400 INVALID_INPUT unless it is in the coming year, and before the message's end. */
export async function laterTime(trx: Trx, at: string, endsAt: string | null): Promise<string> {
  const plannedFor = iso(Date.parse(at));
  const fault =
    plannedTimeFault(at, await databaseTime(trx)) ??
    (endsAt !== null && endsAt <= plannedFor ? groupMessageRefusals.endsBefore : null);
  if (fault) throw new Refusal(400, 'INVALID_INPUT', fault, { field: 'at' });
  return plannedFor;
}

type Readers = Awaited<ReturnType<typeof selectReaders>>;

async function fixRecipients(trx: Trx, id: string, members: Readers): Promise<void> {
  const rows = members.map((member) => ({ ...member, id: `${id} ${member.uid}`, messageId: id }));
  for (const piece of chunk(rows)) await trx.insertInto('group_message_recipients').values(piece).execute();
}

/** Shows a message to its recipients, and plans its emails. */
export async function deliver(
  trx: Trx,
  {
    id,
    email,
    actor,
    sentAt: at,
  }: Pick<Selectable<Tables['group_messages']>, 'id' | 'email' | 'actor' | 'sentAt'>,
  members: Readers,
): Promise<void> {
  await fixRecipients(trx, id, members);
  if (email === 1) await planGroupMails(trx, id);
  if (members.length > 0) await tellRecipients(trx, { id, actor, at, members });
  else await tellStaff(trx, id, actor);
}

/** The administrators' open pages follow; members see nothing of it. */
export function tellStaff(trx: Trx, id: string, actor: string): Promise<void> {
  return tellRecipients(trx, { id, actor, at: new Date().toISOString(), members: [{ uid: staffScope }] });
}

async function recipientsOf(trx: Trx, audience: Audience, expected: number | undefined) {
  await refuseUnreleased(trx, audience);
  const members = await selectReaders(trx, audience);
  if (members.length === 0) throw new Refusal(409, 'NO_RECIPIENTS', groupMessageRefusals.nobody);
  if (expected !== undefined && expected !== members.length) {
    const message = groupMessageRefusals.recipientsChanged(members.length);
    throw new Refusal(409, 'RECIPIENTS_CHANGED', message);
  }
  return members;
}

export function gapsOf(members: readonly { fullName: string; developmentTrack: string | null }[]) {
  return {
    name: members.filter(({ fullName }) => fullName === nameOfUnknown).length,
    track: members.filter(({ developmentTrack }) => developmentTrack === null).length,
  };
}

/**
 * Replaces the text on dashboards, also where the former one was dismissed. Throws 404 NOT_FOUND, and 409 STALE_VERSION
 * if the text is no longer the one that the page showed.
 */
export async function correctGroupMessage(
  store: Store,
  actor: string,
  id: string,
  { text, shown }: GroupMessageCorrection,
): Promise<void> {
  return store.change(async (trx) => {
    const message = required(await find(trx, id));
    if (message.text === text) return;
    if (message.withdrawnAt !== null) {
      throw new Refusal(409, 'STALE_VERSION', groupMessageRefusals.withdrawn);
    }
    refuseStale({ text: message.text }, { shown, set: { text } });
    const isPlanned = message.plannedFor !== null;
    const members = await (isPlanned ? readersOf(trx, message) : recipientRows(trx, id).execute());
    refuseGaps({ text }, gapsOf(members));
    const at = new Date().toISOString();
    const correctedAt = isPlanned ? null : at;
    await trx.updateTable('group_messages').set({ text, correctedAt }).where('id', '=', id).execute();
    if (isPlanned) return tellStaff(trx, id, actor);
    await trx
      .updateTable('group_message_recipients')
      .set({ dismissedAt: null })
      .where('messageId', '=', id)
      .execute();
    await tellRecipients(trx, { id, actor, at, members });
  });
}

/**
 * Removes the message from all dashboards, and stops its emails; the administrator's list keeps it. Throws 404
 * NOT_FOUND.
 */
export async function withdrawGroupMessage(store: Store, actor: string, id: string): Promise<void> {
  return store.change(async (trx) => {
    const message = required(await find(trx, id));
    if (message.withdrawnAt !== null) return;
    const at = new Date().toISOString();
    await trx.updateTable('group_messages').set({ withdrawnAt: at }).where('id', '=', id).execute();
    if (message.plannedFor !== null) return tellStaff(trx, id, actor);
    const members = await recipientRows(trx, id).where('dismissedAt', 'is', null).execute();
    await stopBulkMails(trx, topicOf(id));
    await tellRecipients(trx, { id, actor, at, members });
  });
}

/** Stops the emails that were not sent yet, or continues them. Throws 404 NOT_FOUND, and 409 for a withdrawn message. */
export async function stopGroupMails(
  store: Store,
  actor: string,
  id: string,
  stopped: boolean,
): Promise<void> {
  await store.change(async (trx) => {
    const message = required(await find(trx, id));
    if (message.withdrawnAt !== null) {
      throw new Refusal(409, 'STALE_VERSION', groupMessageRefusals.withdrawn);
    }
    await (stopped ? stopBulkMails : resumeBulkMails)(trx, topicOf(id));
    await tellStaff(trx, id, actor);
  });
}

export function recipientRows(db: Db, id: string) {
  return db
    .selectFrom('group_message_recipients')
    .select(['uid', 'fullName', 'developmentTrack'])
    .where('messageId', '=', id);
}

interface News {
  id: string;
  actor: string;
  at: string;
  members: readonly { uid: string }[];
}

/** One change for each recipient: the open dashboards of the others learn nothing and fetch nothing. */
function tellRecipients(trx: Trx, { id, actor, at, members }: News): Promise<void> {
  const fields = { groupMessage: { old: null, new: id } };
  return trx.changes.append(members.map(({ uid }) => ({ uid, actor, kind: 'group-message', at, fields })));
}

export async function find(db: Db, id: string): Promise<Selectable<Tables['group_messages']> | undefined> {
  return db.selectFrom('group_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

export function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Refusal(404, 'NOT_FOUND', groupMessageRefusals.missing);
  return found;
}

async function toGroupMessage(
  { store, config }: Parts,
  { actor: _, filter, email, ...row }: Selectable<Tables['group_messages']>,
): Promise<GroupMessage> {
  return {
    ...row,
    filter: JSON.parse(filter) as MemberFilter | null,
    email: email === 1,
    emails: email === 1 ? await readBulkProgress(store.db, topicOf(row.id), config) : null,
  };
}
