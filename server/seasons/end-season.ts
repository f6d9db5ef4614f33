import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isConfirmed } from '#domain/member-account.ts';
import { nextSeasonName, type SeasonEnd, seasonRefusals } from '#domain/seasons.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { timeZoneOf } from '#server/config/config.ts';
import { Refusal } from '#server/http/refusal.ts';
import { seasonNumbers } from '#server/members/season-numbers.ts';
import { judgedTrack, readSettings } from '#server/results/release-state.ts';
import { padForIn } from '#server/store/chunk.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Store, Trx } from '#server/store/open.ts';
import { writeState } from '#server/store/portal-state.ts';
import { recordClubMembers } from './club-members.ts';
import { type SeasonDeps, selectStaying } from './rehearsal.ts';

/**
 * Ends the season in one short transaction, which writes down whom and what the past season takes. From then on it has
 * ended, whatever happens to the process: `moveSeason` takes the rest in portions (docs/decisions/removal-and-seasons.md).
 * Throws 400 for another name than the season's, and for somebody to keep who is no member, and 409 SEASON_ENDED.
 */
export async function endSeason(
  deps: SeasonDeps & { store: Store },
  actor: string,
  { confirm, keep }: SeasonEnd,
): Promise<void> {
  const { config, content, store } = deps;
  await store.transact(async (trx) => {
    // Of two people who end it at the same time, the second finds it done.
    await trx.changes.lock();
    const settings = await readSettings(trx, deps);
    await refuseOther(trx, settings.season, confirm);
    const { subject, text } = content.seasons;
    const numbers = await seasonNumbers(trx, timeZoneOf(deps));
    const id = randomUUID();
    await trx
      .insertInto('seasons')
      .values({
        ...{ id, name: settings.season, by: actor, endedAt: iso(await databaseTime(trx)) },
        ...{ lastSeq: await latestSeq(trx), counts: JSON.stringify(numbers) },
        ...{ words: JSON.stringify(settings.texts), mail: JSON.stringify({ subject, text }) },
      })
      .execute();
    await listMembers(trx, id);
    await listMessages(trx, id);
    await keepAccounts(trx, id, config.adminUid, keep);
    await recordClubMembers(trx, id);
    // Nobody of the next season gets what was planned in this one.
    await trx.deleteFrom('rounds').where('releasedAt', 'is', null).execute();
    await trx.deleteFrom('group_messages').where('plannedFor', 'is not', null).execute();
    await writeState(trx, 'result-settings', { ...settings, season: nextSeasonName(settings.season) });
  });
}

async function refuseOther(trx: Trx, name: string, typed: string): Promise<void> {
  const past = await trx.selectFrom('seasons').select(['name', 'movedAt']).execute();
  if (past.some(({ movedAt }) => movedAt === null))
    throw new Refusal(409, 'SEASON_ENDED', seasonRefusals.ending);
  const ended = past.find((season) => isConfirmed(typed, season.name));
  if (ended) throw new Refusal(409, 'SEASON_ENDED', seasonRefusals.ended(ended.name));
  if (!isConfirmed(typed, name))
    throw new Refusal(400, 'INVALID_INPUT', seasonRefusals.wrongName(name), { field: 'confirm' });
}

/** An id of `past_records`. */
const idOf = (season: string, kind: string, key: 'members.uid' | 'form_submissions.id') =>
  sql<string>`cast(${`${season} ${kind} `} as text) || ${sql.ref(key)}`;

const columns = ['id', 'seasonId', 'kind', 'uid', 'name', 'nameKey', 'email', 'track'] as const;

async function listMembers(trx: Trx, season: string): Promise<void> {
  const members = trx
    .selectFrom('members')
    .leftJoin('results', 'results.uid', 'members.uid')
    .select(idOf(season, 'member', 'members.uid').as('id'))
    .select(sql<string>`cast(${season} as text)`.as('seasonId'))
    .select(sql<'member'>`'member'`.as('kind'))
    .select(['members.uid', 'members.fullName', 'nameKey', 'email', judgedTrack.as('track')])
    .select(['results.outcome', sql<number>`0`.as('stays'), 'searchText']);
  await trx
    .insertInto('past_records')
    .columns([...columns, 'outcome', 'stays', 'searchText'])
    .expression(members)
    .execute();
}

/** Messages of visitors; those of members are theirs. The searched text follows with the message, since it can be long. */
async function listMessages(trx: Trx, season: string): Promise<void> {
  const messages = trx
    .selectFrom('form_submissions')
    .where('memberUid', 'is', null)
    .where('deletedAt', 'is', null)
    .select(idOf(season, 'message', 'form_submissions.id').as('id'))
    .select(sql<string>`cast(${season} as text)`.as('seasonId'))
    .select(sql<'message'>`'message'`.as('kind'))
    .select([sql<null>`null`.as('uid'), 'sender', 'receivedAt'])
    .select((is) => is.fn.coalesce('replyTo', sql<string>`''`).as('email'))
    .select([sql<null>`null`.as('track'), sql<number>`0`.as('stays'), sql<string>`''`.as('searchText')]);
  await trx
    .insertInto('past_records')
    .columns([...columns, 'stays', 'searchText'])
    .expression(messages)
    .execute();
}

async function keepAccounts(
  trx: Trx,
  season: string,
  adminUid: string,
  keep: readonly string[],
): Promise<void> {
  const uids = padForIn(keep);
  const known = trx.selectFrom('members').where('uid', 'in', uids);
  if (keep.length > 0 && (await countRows(known)) !== new Set(keep).size)
    throw new Refusal(400, 'INVALID_INPUT', seasonRefusals.unknownMember, { field: 'keep' });
  await trx
    .updateTable('past_records')
    .set({ stays: 1 })
    .where('seasonId', '=', season)
    .where('uid', 'in', selectStaying(trx, adminUid, uids))
    .execute();
}
