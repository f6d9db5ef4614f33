import { type SqlBool, sql } from 'kysely';
import { type ChangedFields, changedFields } from '#domain/changes.ts';
import { formerDomain } from '#domain/former-address.ts';
import { type ClubMember, type ClubMemberWrite, seasonRefusals } from '#domain/seasons.ts';
import { csvRow } from '#server/http/csv.ts';
import { Refusal } from '#server/http/refusal.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';

/** Whether a row of `results` makes a member of the club: selected and, where that is asked for, confirmed. */
export const isInClub = sql<SqlBool>`(results.outcome = 'selected'
  and (results."answerUntil" is null or results.answer = 'yes'))`;

/** Those who became members of the club in this season. */
function selectPresent(db: Db) {
  return db
    .selectFrom('results')
    .innerJoin('members', 'members.uid', 'results.uid')
    .where(isInClub)
    .select(['results.uid', 'results.season', 'members.fullName', 'members.email', 'members.contactNumber'])
    .select(['results.track', 'role', 'releasedAt as since', 'leftOn', 'certificate']);
}

/** Those of past seasons. Somebody who still has an account has the address of today. */
function selectPast(db: Db) {
  return db
    .selectFrom('club_members as past')
    .innerJoin('seasons', 'seasons.id', 'past.seasonId')
    .leftJoin('members', 'members.uid', 'past.uid')
    .select(['past.uid', 'seasons.name as season', 'past.fullName', 'past.track', 'role', 'since', 'leftOn'])
    .select((is) => [
      // The address of somebody who has become the lead is the administrator's, and their record has none.
      sql<string>`case when members.email like ${`%${formerDomain}`} then past.email
        else coalesce(members.email, past.email) end`.as('email'),
      is.fn.coalesce('members.contactNumber', 'past.contactNumber').as('contactNumber'),
    ])
    .select('certificate');
}

/** Those of earlier seasons who have an account and have not left; one of several seasons has the last. */
function selectEarlier(db: Db) {
  const present = db.selectFrom('results').select('results.uid').where(isInClub);
  return selectPast(db)
    .where('past.uid', 'in', db.selectFrom('user').select('user.id'))
    .where('past.uid', 'not in', present)
    .where(
      sql<SqlBool>`not exists (select 1 from club_members as later where later.uid = past.uid and later.since > past.since)`,
    );
}

/** The members of the club: of a past season, or those of today, with everybody who left in this season. */
export async function readClubMembers(db: Db, season?: string): Promise<ClubMember[]> {
  if (season !== undefined)
    return selectPast(db)
      .where('seasonId', '=', season)
      .orderBy('past.fullName')
      .orderBy('past.id')
      .execute();
  const present = await selectPresent(db).orderBy('members.fullName').orderBy('results.uid').execute();
  for (const row of present) row.email = await ownAddress(db, row);
  const earlier = selectEarlier(db).where('leftOn', 'is', null);
  return [...present, ...(await earlier.orderBy('past.fullName').orderBy('past.id').execute())];
}

/** The address of somebody who has become the lead this season: the administrator's, of which the log knows that it was theirs. */
async function ownAddress(db: Db, { uid, email }: { uid: string; email: string }): Promise<string> {
  if (!email.endsWith(formerDomain)) return email;
  const corrections = await db
    .selectFrom('changes')
    .select('fields')
    .where('uid', '=', uid)
    .where('kind', '=', 'record-corrected')
    .orderBy('seq', 'desc')
    .execute();
  const changes = corrections.map(({ fields }) => changedFields.parse(JSON.parse(fields))['email']);
  return String(changes.find((change) => change?.new === email)?.old ?? '');
}

const headers = ['Season', 'Full Name', 'Email', 'Contact', 'Track', 'Role', 'Since', 'Left on'] as const;

export async function* clubMembersAsCsv(db: Db, season?: string): AsyncGenerator<string> {
  yield csvRow(headers);
  for (const row of await readClubMembers(db, season)) {
    const { fullName, email, contactNumber, track, role, since, leftOn } = row;
    const contact = { literal: contactNumber };
    yield csvRow([row.season, fullName, email, contact, track, role, since, leftOn]);
  }
}

/** An account's membership; null for somebody who is no member of the club, and has not been one. */
export async function findMembership(db: Db, uid: string): Promise<ClubMember | null> {
  const row =
    (await selectPresent(db).where('results.uid', '=', uid).executeTakeFirst()) ??
    (await selectEarlier(db).where('past.uid', '=', uid).executeTakeFirst());
  return row ?? null;
}

/** Sets the role, or that somebody has left the club. Throws 404 for somebody who is no member of it. */
export async function changeMembership(
  store: Store,
  { uid, actor, write }: { uid: string; actor: string; write: ClubMemberWrite },
): Promise<void> {
  await store.change(async (trx) => {
    const membership = await findMembership(trx, uid);
    if (!membership) throw new Refusal(404, 'NOT_FOUND', seasonRefusals.noClubMember);
    const { role: formerRole, leftOn: formerLeft, since } = membership;
    const role = write.role ?? formerRole;
    const at = iso(await databaseTime(trx));
    const leftOn = (write.left ?? formerLeft !== null) ? (formerLeft ?? at) : null;
    await writeMembership(trx, membership, { role, leftOn });
    const fields: ChangedFields = {
      ...(role !== formerRole && { role: { old: formerRole, new: role } }),
      ...(leftOn !== formerLeft && { leftOn: { old: formerLeft, new: leftOn } }),
    };
    if (Object.keys(fields).length > 0)
      await trx.changes.append({ uid, actor, kind: 'membership-changed', at, fields });
    // Somebody who leaves is no member by an earlier season either.
    if (leftOn !== null)
      await trx
        .updateTable('club_members')
        .set({ leftOn })
        .where('uid', '=', uid)
        .where('since', '<', since)
        .where('leftOn', 'is', null)
        .execute();
  });
}

async function writeMembership(
  trx: Trx,
  { uid, since }: ClubMember,
  values: { role: string; leftOn: string | null },
): Promise<void> {
  await trx.updateTable('results').set(values).where('uid', '=', uid).where(isInClub).execute();
  await trx
    .updateTable('club_members')
    .set(values)
    .where('uid', '=', uid)
    .where('since', '=', since)
    .execute();
}

/** Writes down who became a member of the club in a season that ends. */
export async function recordClubMembers(trx: Trx, season: string): Promise<void> {
  const became = selectPresent(trx)
    .clearSelect()
    .select(sql<string>`cast(${`${season} `} as text) || results.uid`.as('id'))
    .select(sql<string>`cast(${season} as text)`.as('seasonId'))
    .select(['results.uid', 'members.fullName', 'members.email', 'members.contactNumber', 'results.track'])
    .select(['role', 'releasedAt as since', 'leftOn', 'certificate']);
  await trx
    .insertInto('club_members')
    .columns([
      ...(['id', 'seasonId', 'uid', 'fullName', 'email', 'contactNumber', 'track'] as const),
      ...(['role', 'since', 'leftOn', 'certificate'] as const),
    ])
    .expression(became)
    .execute();
  const leads = trx.selectFrom('club_members').select(['id', 'uid', 'email']).where('seasonId', '=', season);
  for (const lead of await leads.where('email', 'like', `%${formerDomain}`).execute()) {
    const email = await ownAddress(trx, lead);
    await trx.updateTable('club_members').set({ email }).where('id', '=', lead.id).execute();
  }
}
