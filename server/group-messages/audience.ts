import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import {
  type Audience,
  type GroupMessageAudience,
  gapIn,
  groupMessageRefusals,
} from '#domain/group-messages.ts';
import type { Track } from '#domain/member-choices.ts';
import type { MemberFilter } from '#domain/member-list.ts';
import { nameOfUnknown } from '#domain/recovery.ts';
import { Refusal } from '#server/http/refusal.ts';
import { isOneOf, selectMatching } from '#server/members/member-query.ts';
import { padForIn } from '#server/store/chunk.ts';
import type { Db } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

/** Stands for a filter that is not given, because the recipients were selected. */
const everybody: MemberFilter = { q: '' };

const wantsEmail = sql`members.uid not in (select uid from mail_optouts where kind = 'group-message')`;
const isRefused = sql`members.email in (select refused_addresses.email from refused_addresses)`;

type Missing = GroupMessageAudience['missing'];

/** The members who would get a message now. Throws 409 NOT_RELEASED. */
export async function readAudience(
  db: Db,
  audience: Audience,
): Promise<Omit<GroupMessageAudience, 'sendsMail'>> {
  await refuseUnreleased(db, audience);
  const { members, name, track, emails, refused } = await selectAudience(db, audience)
    .select((is) => [
      is.fn.countAll<number>().as('members'),
      sql<number>`count(case when "fullName" = ${nameOfUnknown} then 1 end)`.as('name'),
      sql<number>`count(case when "developmentTrack" is null then 1 end)`.as('track'),
      sql<number>`count(case when ${wantsEmail} and not ${isRefused} then 1 end)`.as('emails'),
      sql<number>`count(case when ${wantsEmail} and ${isRefused} then 1 end)`.as('refused'),
    ])
    .executeTakeFirstOrThrow();
  const sample = await selectAudience(db, audience)
    .select(['fullName', 'developmentTrack'])
    .$narrowType<{ developmentTrack: Track | null }>()
    .orderBy('createdAt', 'desc')
    .orderBy('uid')
    .limit(1)
    .executeTakeFirst();
  return { members, missing: { name, track }, emails, refused, sample: sample ?? null };
}

/** The members who would get a message now, with the values that fill its text. */
export function selectReaders(db: Db, audience: Audience) {
  return selectAudience(db, audience)
    .select(['uid', 'fullName', 'developmentTrack'])
    .$narrowType<{ developmentTrack: Track | null }>()
    .orderBy('uid')
    .execute();
}

/** Whether those who get a planned message are fixed when it is planned: nobody else should come to match a search. */
export function hasFixedRecipients(filter: MemberFilter | null | undefined): boolean {
  return !filter || filter.q !== '';
}

/** The members who get a planned message if it is sent now. */
export async function readersOf(db: Db, { id, filter }: Selectable<Tables['group_messages']>) {
  const chosen = JSON.parse(filter) as MemberFilter | null;
  if (chosen && !hasFixedRecipients(chosen)) return selectReaders(db, { filter: chosen });
  const fixed = await db
    .selectFrom('group_message_recipients')
    .select('uid')
    .where('messageId', '=', id)
    .execute();
  return fixed.length === 0 ? [] : selectReaders(db, { uids: fixed.map(({ uid }) => uid) });
}

export function selectAudience(
  db: Db,
  { filter = everybody, uids }: Audience,
): SelectQueryBuilder<Tables, 'members', object> {
  if (uids) return db.selectFrom('members').where('uid', 'in', padForIn(uids));
  // By the results that members have: a message must not give away what a later round releases.
  const { outcome, ...others } = filter;
  const members = selectMatching(db, others);
  const released = sql<string | null>`(select outcome from results where results.uid = members.uid)`;
  return outcome === undefined ? members : members.where(isOneOf(released, outcome));
}

/** Throws 409 NOT_RELEASED for a filter by outcome before the release: the message would give the outcome away. */
export async function refuseUnreleased(db: Db, { filter = everybody }: Audience): Promise<void> {
  if (filter.outcome === undefined) return;
  if (await db.selectFrom('results').select('uid').limit(1).executeTakeFirst()) return;
  throw new Refusal(409, 'NOT_RELEASED', groupMessageRefusals.notReleased);
}

/** Throws 409 MISSING_VALUE for a text that would have a gap for somebody. */
export function refuseGaps(texts: { subject?: string; text: string }, missing: Missing): void {
  for (const [field, text] of Object.entries(texts)) {
    const gap = gapIn(text, missing);
    if (gap) throw new Refusal(409, 'MISSING_VALUE', gap, { field });
  }
}
