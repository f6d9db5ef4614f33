import * as z from 'zod/mini';
import { memberFilter } from '#domain/member-list.ts';
import { withoutValues } from '#server/changes/change-log.ts';
import { untyped } from '#server/store/copy.ts';
import type { Trx } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

/**
 * Every place in the database that holds something of a member: the column by which the rows of each table belong to
 * one. It is always the account's id: an address may be somebody else's today. A new table does not compile until it
 * is added.
 */
export const memberData: { readonly [T in keyof Tables]: keyof Tables[T] | null } = {
  // In the order in which a sign-in locks them: another one would deadlock.
  account: 'userId',
  second_factors: 'uid',
  passkeys: 'uid',
  identities: 'uid',
  known_devices: 'uid',
  session: 'userId',
  mailed_tokens: 'uid',
  staff: 'uid',
  changes: 'uid',
  reviews: 'uid',
  opinions: 'uid',
  review_claims: 'uid',
  mail_optouts: 'uid',
  review_waits: 'uid',
  group_message_recipients: 'uid',
  extensions: 'uid',
  reminders: 'uid',
  outcomes: 'uid',
  outcome_changes: 'uid',
  results: 'uid',
  result_corrections: 'uid',
  round_members: 'uid',
  form_answers: 'memberUid',
  form_submissions: 'memberUid',
  mail_outbox: 'uid',
  refused_addresses: 'uid',
  imported_accounts: 'uid',
  admin_visits: 'uid',
  past_records: 'uid',
  club_members: 'uid',
  members: 'uid',
  user: 'id',
  closed_accounts: 'uid',
  // These hold only hashes, and things that administrators and operators keep.
  review_snippets: null,
  group_messages: null,
  rounds: null,
  seasons: null,
  inbox_total: null,
  test_node: null,
  rate_limits: null,
  settings: null,
  portal_state: null,
  password_keys: null,
};

/**
 * Removes everything of an account, a closed one included. The caller holds the log's lock, and logs it: the log keeps that
 * and when something happened, without the values (docs/decisions/removal-and-seasons.md).
 */
export async function removeAccount(trx: Trx, uid: string): Promise<void> {
  await forgetSearches(trx, uid);
  await trx.updateTable('changes').set({ fields: withoutValues }).where('uid', '=', uid).execute();
  for (const [table, column] of Object.entries(memberData)) {
    if (table === 'changes' || column === null) continue;
    await untyped(trx).deleteFrom(table).where(column, '=', uid).execute();
  }
}

/** Searches that chose the recipients of a message may have named the member, so that their words are replaced. */
async function forgetSearches(trx: Trx, uid: string): Promise<void> {
  const messages = await trx
    .selectFrom('group_messages')
    .innerJoin('group_message_recipients as recipient', 'recipient.messageId', 'group_messages.id')
    .select(['group_messages.id', 'filter'])
    .where('recipient.uid', '=', uid)
    .execute();
  for (const { id, filter } of messages) {
    // Null if the recipients were selected.
    const chosen = z.nullable(memberFilter).parse(JSON.parse(filter));
    if (!chosen || chosen.q === '') continue;
    const text = JSON.stringify({ ...chosen, q: '…' });
    await trx.updateTable('group_messages').set({ filter: text }).where('id', '=', id).execute();
  }
}
