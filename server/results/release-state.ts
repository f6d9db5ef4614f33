import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { staffScope } from '#domain/changes.ts';
import type { Track } from '#domain/member-choices.ts';
import type { Outcome } from '#domain/outcomes.ts';
import { defaultResultSettings, type ResultSettings } from '#domain/result-texts.ts';
import { type CommandConfig, type Config, todayOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { hasApplied } from '#server/members/applied.ts';
import { padForIn } from '#server/store/chunk.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { readState } from '#server/store/portal-state.ts';
import type { Tables } from '#server/store/tables.ts';

export interface ViewDeps {
  config: Config;
  content: Content;
}

/** The club's choices about the results, or those that hold until it has made some. */
export async function readSettings(
  db: Db,
  { config, content }: { config: CommandConfig; content: Content },
): Promise<ResultSettings> {
  const year = todayOf({ config, content }).slice(0, 'yyyy'.length);
  return (await readState(db, 'result-settings')) ?? defaultResultSettings(content.club, year);
}

/** The track that a member is judged in: the submission's own, else the chosen one. */
export const judgedTrack = sql<Track | null>`case when members."githubLink" is null then members."developmentTrack"
  else coalesce(members."submissionTrack", members."developmentTrack") end`;

/** In a released round, whose member will have the result in a moment. */
const isAwaited = sql<SqlBool>`exists (
  select 1 from round_members join rounds on rounds.id = round_members."roundId"
  where round_members.uid = members.uid and round_members.told = 0 and rounds."releasedAt" is not null)`;

/**
 * Whether a member, joined with the outcome, waits for a round: one without a result, or one of the waiting list who is to
 * get a place.
 */
export const isPrepared = sql<SqlBool>`(outcomes.uid is not null and not ${isAwaited} and not exists (
  select 1 from results where results.uid = outcomes.uid
  and not (coalesce(results.outcome, '') = 'waitlisted' and outcomes.outcome = 'selected')))`;

/** Of those who have not applied this season, only members with an outcome are judged. */
export function isJudged(since: string) {
  return (is: ExpressionBuilder<Tables, 'members' | 'outcomes'>) =>
    is.or([is('outcomes.uid', 'is not', null), hasApplied(since)(is)]);
}

/** Members whose outcome is still to be released. */
export function selectPrepared(db: Db) {
  return db.selectFrom('outcomes').innerJoin('members', 'members.uid', 'outcomes.uid').where(isPrepared);
}

/**
 * Of members who are to have these outcomes, those whose result is out, so that it can only be corrected. Somebody on the
 * waiting list can still be prepared for a place.
 */
export async function findReleased(db: Db, wanted: ReadonlyMap<string, Outcome | null>): Promise<string[]> {
  if (wanted.size === 0) return [];
  const rows = await db
    .selectFrom('members')
    .leftJoin('results', 'results.uid', 'members.uid')
    .leftJoin('result_corrections', 'result_corrections.uid', 'members.uid')
    .select(['members.uid', 'results.outcome'])
    .where('members.uid', 'in', padForIn([...wanted.keys()]))
    .where((is) =>
      is.or([is('results.uid', 'is not', null), is('result_corrections.uid', 'is not', null), isAwaited]),
    )
    .select((is) => is.or([is('result_corrections.uid', 'is not', null), isAwaited]).as('isFixed'))
    .execute();
  const places: unknown[] = ['selected', 'waitlisted'];
  return rows.flatMap(({ uid, outcome, isFixed }) =>
    !isFixed && outcome === 'waitlisted' && places.includes(wanted.get(uid)) ? [] : [uid],
  );
}

/** Notifies the open pages of administrators. */
export async function logChange(trx: Trx, actor: string): Promise<void> {
  await trx.changes.append({ uid: staffScope, actor, kind: 'results-changed', fields: {} });
}
