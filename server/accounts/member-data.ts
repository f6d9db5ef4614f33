import { sql } from 'kysely';
import { changedFields } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import { toMember } from '#server/members/member-row.ts';
import { findMember } from '#server/members/member-store.ts';
import { padForIn } from '#server/store/chunk.ts';
import { untyped } from '#server/store/copy.ts';
import type { Db, Trx } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { confirmationValue } from './email-confirmation.ts';
import { restoreValue } from './former-emails.ts';

/** How a column names the member that a row belongs to: by equality with one of these. */
type Key = 'account' | 'address' | 'link';

/**
 * Every place in the database that holds something of a member: the columns by which the rows of each table belong to
 * one. A new table does not compile until it is added.
 */
export const memberData: { readonly [T in keyof Tables]: { readonly [C in keyof Tables[T]]?: Key } } = {
  session: { userId: 'account' },
  account: { userId: 'account' },
  verification: { value: 'link' },
  known_devices: { uid: 'account' },
  former_emails: { uid: 'account' },
  changes: { uid: 'account' },
  reviews: { uid: 'account' },
  review_mails: { uid: 'account' },
  mail_optouts: { uid: 'account' },
  review_waits: { uid: 'account' },
  group_message_recipients: { uid: 'account' },
  outcomes: { uid: 'account' },
  outcome_changes: { uid: 'account' },
  results: { uid: 'account' },
  form_submissions: { memberUid: 'account', replyTo: 'address' },
  mail_outbox: { to: 'address', replyTo: 'address' },
  bulk_mails: { uid: 'account' },
  imported_accounts: { uid: 'account' },
  admin_visits: { uid: 'account' },
  members: { uid: 'account' },
  user: { id: 'account' },
  // These hold only hashes, and things that administrators and operators keep.
  review_snippets: {},
  group_messages: {},
  inbox_total: {},
  test_node: {},
  rate_limits: {},
  portal_state: {},
  imported_messages: {},
  password_keys: {},
};

type MemberKeys = Record<Key, readonly string[]>;

/** The member with this account id or e-mail address, or null. */
export async function findMemberBy(db: Db, idOrEmail: string): Promise<Member | null> {
  const row = await db
    .selectFrom('members')
    .selectAll()
    .where((is) => is.or([is('uid', '=', idOrEmail), is('email', '=', idOrEmail.toLowerCase())]))
    .executeTakeFirst();
  return row ? toMember(row) : null;
}

/**
 * Removes everything of a member, in the caller's transaction. The log keeps that and when something happened, without
 * the values (docs/decisions/removal-and-seasons.md).
 * @returns the ids of the removed mails, which may also be files; null if there is no such member
 */
export async function removeMember(trx: Trx, uid: string, actor: string): Promise<string[] | null> {
  await trx.changes.lock();
  const member = await findMember(trx, uid);
  if (!member) return null;
  const keys = await keysOf(trx, member);
  const mails = await rowsOf(trx, 'mail_outbox', keys).select('id').execute();
  await trx.updateTable('changes').set({ fields: '{}' }).where('uid', '=', uid).execute();
  for (const table of Object.keys(memberData) as (keyof Tables)[]) {
    if (table === 'changes' || Object.keys(memberData[table]).length === 0) continue;
    await untyped(trx).deleteFrom(table).where(belongsTo(table, keys)).execute();
  }
  const at = new Date().toISOString();
  await trx.changes.append({ uid, actor, kind: 'member-removed', at, fields: {} });
  return mails.map(({ id }) => String(id));
}

function rowsOf(db: Db, table: keyof Tables, keys: MemberKeys) {
  return untyped(db).selectFrom(table).where(belongsTo(table, keys));
}

function belongsTo(table: keyof Tables, keys: MemberKeys) {
  const conditions = Object.entries<Key>(memberData[table]).map(([column, key]) => {
    const name = sql.ref(`${table}.${column}`);
    // People type addresses in any case.
    const value = key === 'address' ? sql`lower(${name})` : name;
    return sql`${value} in (${sql.join(padForIn(keys[key]))})`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

async function keysOf(db: Db, { uid, email }: Member): Promise<MemberKeys> {
  const address = [...new Set([email, ...(await formerAddresses(db, uid))])];
  const link = [uid, restoreValue(uid), ...address.map((to) => confirmationValue({ uid, email: to }))];
  return { account: [uid], address, link };
}

/** The account's addresses, now and before, which mails may have been sent to. */
async function formerAddresses(db: Db, uid: string): Promise<string[]> {
  const changes = await db
    .selectFrom('changes')
    .select('fields')
    .where('uid', '=', uid)
    .where('fields', 'like', '%"email"%')
    .execute();
  const values = changes.flatMap(({ fields }) => {
    const { email } = changedFields.parse(JSON.parse(fields));
    return [email?.old, email?.new];
  });
  const held = await db.selectFrom('former_emails').select('email').where('uid', '=', uid).execute();
  const account = await db.selectFrom('user').select('email').where('id', '=', uid).execute();
  const rows = [...held, ...account].map(({ email }) => email);
  return [...values, ...rows].filter((value) => typeof value === 'string');
}
