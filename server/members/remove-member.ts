import { changedFields } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import { padForIn } from '#server/store/chunk.ts';
import { dropReplaced } from '#server/store/long-texts.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { everyMember } from './every-member.ts';
import { derivedColumns, updateCounts } from './member-facets.ts';
import { toMember } from './member-row.ts';
import { findMember } from './member-store.ts';

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
 * Removes a member: record, account, sessions, links and waiting mail, in the caller's transaction. The log keeps that
 * and when something happened, without the values (docs/decisions/0042).
 * @returns whether there was such a member
 */
export async function removeMember(trx: Trx, uid: string, actor: string): Promise<boolean> {
  await trx.changes.lock();
  const member = await findMember(trx, uid);
  if (!member) return false;
  await trx.deleteFrom('members').where('uid', '=', uid).execute();
  await updateCounts(trx, [{ before: member, after: null }]);
  await trx.deleteFrom('verification').where('value', 'like', `%${uid}%`).execute();
  const addresses = await formerAddresses(trx, uid);
  await trx
    .deleteFrom('mail_outbox')
    .where('to', 'in', padForIn([...addresses, member.email]))
    .execute();
  // Sessions and everything else of the account are removed with it.
  await trx.deleteFrom('user').where('id', '=', uid).execute();
  await trx.updateTable('changes').set({ fields: '{}' }).where('uid', '=', uid).execute();
  await dropReplaced(trx, [uid]);
  await trx.changes.append({
    uid,
    actor,
    kind: 'member-removed',
    at: new Date().toISOString(),
    fields: {},
  });
  return true;
}

/** The addresses in the member's log entries: a notice of a change went to the former one. */
async function formerAddresses(trx: Trx, uid: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('changes')
    .select('fields')
    .where('uid', '=', uid)
    .where('fields', 'like', '%"email"%')
    .execute();
  const values = rows.flatMap(({ fields }) => {
    const { email } = changedFields.parse(JSON.parse(fields));
    return [email?.old, email?.new];
  });
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

/** Rewrites counts and derived columns from the records, after somebody has changed rows by SQL. */
export async function repairCounts(trx: Trx): Promise<void> {
  await trx.deleteFrom('member_facets').execute();
  await trx.deleteFrom('registration_days').execute();
  for await (const rows of everyMember(trx)) {
    const records = rows.map(toMember);
    for (const record of records) {
      await trx.updateTable('members').set(derivedColumns(record)).where('uid', '=', record.uid).execute();
    }
    await updateCounts(
      trx,
      records.map((after) => ({ before: null, after })),
    );
  }
}
