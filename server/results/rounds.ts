import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { tracks } from '#domain/member-choices.ts';
import { placeTexts } from '#domain/places.ts';
import { plannedTimeFault, plannedTimeTexts } from '#domain/planned-time.ts';
import { isStorableText } from '#domain/required-text.ts';
import { resultRefusals } from '#domain/results.ts';
import {
  type AnswerBy,
  answerUntil,
  type OutcomeState,
  plannedCap,
  type RoundRequest,
} from '#domain/rounds.ts';
import { timeZoneOf } from '#server/config/config.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Log } from '#server/log/log.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { hasten, planMails } from '#server/mail/outbox-store.ts';
import { chunk, padForIn } from '#server/store/chunk.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { inPortions } from '#server/store/portions.ts';
import type { Tables } from '#server/store/tables.ts';
import { isClockTrusted } from '#server/store/trusted-clock.ts';
import { setOutcomes } from './outcome-store.ts';
import { judgedTrack, logChange, readSettings, type ViewDeps } from './release-state.ts';
import { differenceSince } from './results-view.ts';
import { coveredBy, inAudience, plannedRounds, readRoundState } from './rounds-view.ts';

/** The parts of the portal that decisions about results use. */
export interface ResultDeps extends ViewDeps {
  log: Log;
  outbox: Outbox;
  store: Store;
}

type Round = Selectable<Tables['rounds']>;

/**
 * Releases the outcomes of some members, or plans that for a time; a plan for the same members is replaced. Throws 409
 * NO_OUTCOMES, TOO_MANY_PLANS, and STALE_VERSION with the difference if the outcomes are not what the page showed.
 */
export async function makeRound(deps: ResultDeps, actor: string, request: RoundRequest): Promise<void> {
  await deps.store.transact(async (trx) => {
    // Taken before anything is read, so that of two people who release at the same time the second finds it done.
    await trx.changes.lock();
    const { at, answerBy, shown, offer, ...audience } = request;
    if (offer) await offerPlaces(trx, actor, audience.uids ?? []);
    const plan = await findPlan(trx, request);
    const now = await readRoundState(trx, audience);
    if (now.decided === 0) throw new Refusal(409, 'NO_OUTCOMES', resultRefusals.noOutcomes);
    if (shown) await refuseUnseen(trx, deps, { shown, now, request });
    const plannedFor = at === undefined ? null : new Date(at).toISOString();
    const time = await databaseTime(trx);
    const fault = plannedFor && plannedTimeFault(plannedFor, time);
    if (fault) throw new Refusal(400, 'INVALID_INPUT', fault, { field: 'at' });
    if (answerBy !== undefined) refuseEarly(deps, answerBy, plannedFor ? Date.parse(plannedFor) : time);
    if (plannedFor && !plan && (await plannedRounds(trx)).length >= plannedCap)
      throw new Refusal(409, 'TOO_MANY_PLANS', resultRefusals.tooManyPlans);
    const { uids, filter, all } = request;
    const row = {
      ...{
        id: plan ?? randomUUID(),
        audience: JSON.stringify({ filter, all }),
        actor,
        plannedFor,
        expected: 0,
      },
      answerBy: answerBy === undefined ? null : JSON.stringify(answerBy),
    };
    await trx.deleteFrom('rounds').where('id', '=', row.id).execute();
    await trx.insertInto('rounds').values(row).execute();
    const members = inAudience(trx, audience).select('members.uid');
    await addMembers(trx, row.id, uids ? members : coveredBy(trx, audience));
    // Members who left since the page showed them are counted too.
    const missing = Math.max(0, (shown?.decided ?? 0) - now.decided);
    const expected = missing + (await countRows(membersOf(trx, row.id)));
    await trx.updateTable('rounds').set({ expected }).where('id', '=', row.id).execute();
    if (plannedFor) await logChange(trx, actor);
    else await beginRelease(trx, deps, row.id);
  });
  // It is released, so a failure is none of the request's: the repeated work continues.
  await tellMembers(deps).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'members are notified of their results later'),
  );
}

/** Cancels a planned round. Throws 404 NOT_PLANNED or 409 ALREADY_RELEASED. */
export async function cancelRound(store: Store, actor: string, id: string): Promise<void> {
  await store.change(async (trx) => {
    const round = isStorableText(id) && (await findRound(trx, id));
    if (!round) throw new Refusal(404, 'NOT_PLANNED', resultRefusals.notPlanned);
    if (round.releasedAt) throw new Refusal(409, 'ALREADY_RELEASED', resultRefusals.alreadyReleased);
    await trx.deleteFrom('rounds').where('id', '=', id).execute();
    await logChange(trx, actor);
  });
}

/**
 * Releases the rounds whose time has come, by the clock of the database, and continues those that were cut off. Of several
 * processes one releases, unless the clock has just jumped. A plan without any outcome is dropped: there is nothing to tell.
 * @returns whether one was released
 */
export async function releaseIfDue(deps: ResultDeps): Promise<boolean> {
  const { store, log } = deps;
  let isReleased = false;
  for (const { id } of await dueRounds(store.db)) {
    await store.change(async (trx) => {
      const round = (await dueRounds(trx)).find((due) => due.id === id);
      if (!round || !(await isClockTrusted(trx, await databaseTime(trx)))) return;
      if (await beginRelease(trx, deps, id)) {
        isReleased = true;
        log.info('results released as planned');
        return;
      }
      await trx.deleteFrom('rounds').where('id', '=', id).execute();
      await logChange(trx, round.actor);
      log.warn('a planned release found no outcome');
    });
  }
  await tellMembers(deps);
  return isReleased;
}

async function dueRounds(db: Db): Promise<Round[]> {
  const planned = await plannedRounds(db);
  if (planned.length === 0) return [];
  const now = await databaseTime(db);
  return planned.filter(({ plannedFor }) => Date.parse(plannedFor ?? '') <= now);
}

function findRound(db: Db, id: string): Promise<Round | undefined> {
  return db.selectFrom('rounds').selectAll().where('id', '=', id).executeTakeFirst();
}

function membersOf(db: Db, roundId: string) {
  return db.selectFrom('round_members').select('uid').where('roundId', '=', roundId);
}

/** The plan, or what a restore left of one, for the same members. */
async function findPlan(trx: Trx, { uids, filter, all }: RoundRequest): Promise<string | undefined> {
  const same = await trx
    .selectFrom('rounds')
    .select('id')
    .where('releasedAt', 'is', null)
    .where('audience', '=', JSON.stringify({ filter, all }))
    .execute();
  if (!uids) return same[0]?.id;
  for (const { id } of same) {
    const planned = new Set((await membersOf(trx, id).execute()).map(({ uid }) => uid));
    if (planned.size === new Set(uids).size && uids.every((uid) => planned.has(uid))) return id;
  }
  return undefined;
}

/** Throws 409 STALE_VERSION if a member of the round has another outcome than the page showed, or more are to be reviewed. */
async function refuseUnseen(
  trx: Trx,
  deps: ViewDeps,
  { shown, now, request }: { shown: OutcomeState; now: OutcomeState; request: RoundRequest },
): Promise<void> {
  if (shown.changed === now.changed && now.unreviewed <= shown.unreviewed) return;
  const current = await differenceSince(trx, deps, { shown, now, audience: request });
  if (current.since.length === 0 && current.moreUnreviewed === 0) return;
  throw new Refusal(409, 'STALE_VERSION', resultRefusals.stale, { current });
}

/** Prepares places for members whose result is the waiting list. Throws 409 STALE_VERSION if one has another. */
async function offerPlaces(trx: Trx, actor: string, uids: readonly string[]): Promise<void> {
  const waiting = trx
    .selectFrom('results')
    .innerJoin('outcomes', 'outcomes.uid', 'results.uid')
    .where('results.outcome', '=', 'waitlisted')
    .where('outcomes.outcome', 'in', ['waitlisted', 'selected']);
  const isAll =
    uids.length > 0 &&
    (await countRows(waiting.where('results.uid', 'in', padForIn(uids)))) === new Set(uids).size;
  if (!isAll) throw new Refusal(409, 'STALE_VERSION', placeTexts.notWaitlisted);
  await setOutcomes(trx, actor, { uids, outcome: 'selected' });
}

async function addMembers(
  trx: Trx,
  roundId: string,
  members: { execute(): Promise<{ uid: string }[]> },
): Promise<void> {
  const rows = (await members.execute()).map(({ uid }) => ({ id: `${roundId} ${uid}`, roundId, uid }));
  for (const piece of chunk(rows)) await trx.insertInto('round_members').values(piece).execute();
}

/**
 * From here on these outcomes are released, and can only be corrected. Members are told afterwards, in portions, because
 * 5,000 together would delay every other request. The caller holds the log's lock.
 * @returns whether there was an outcome to release
 */
async function beginRelease(trx: Trx, deps: ViewDeps, id: string): Promise<boolean> {
  const { audience, expected, actor, answerBy } = await trx
    .selectFrom('rounds')
    .select(['audience', 'expected', 'actor', 'answerBy'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const present = await countRows(membersOf(trx, id));
  const covered = await coveredBy(trx, JSON.parse(audience), id)
    .leftJoin('results', 'results.uid', 'outcomes.uid')
    .select([judgedTrack.as('track'), 'outcomes.outcome', 'results.outcome as former'])
    .execute();
  if (covered.length === 0) return false;
  const selected = covered.filter(({ outcome, former }) => outcome === 'selected' && former === null);
  const places = Object.fromEntries(
    tracks.map((track) => [track, selected.filter((row) => row.track === track).length]),
  );
  await trx.deleteFrom('round_members').where('roundId', '=', id).execute();
  await addMembers(trx, id, { execute: async () => covered });
  const { season } = await readSettings(trx, deps);
  const now = await databaseTime(trx);
  const until = answerBy && answerUntil(JSON.parse(answerBy), now, timeZoneOf(deps));
  await trx
    .updateTable('rounds')
    .set({ plannedFor: null, releasedAt: iso(now), season, answerUntil: until })
    .set({ left: Math.max(0, expected - present), places: JSON.stringify(places) })
    .where('id', '=', id)
    .execute();
  await logChange(trx, actor);
  return true;
}

/** Members of released rounds who do not have their result yet. */
function selectUntold(db: Db) {
  return db
    .selectFrom('round_members')
    .innerJoin('rounds', 'rounds.id', 'round_members.roundId')
    .where('round_members.told', '=', 0)
    .where('rounds.releasedAt', 'is not', null);
}

async function tellMembers({ store, outbox }: Pick<ResultDeps, 'store' | 'outbox'>): Promise<void> {
  if (!(await selectUntold(store.db).select('round_members.id').limit(1).executeTakeFirst())) return;
  await inPortions((most) => store.transact((trx) => tellSome(trx, most)));
  outbox.wake();
}

/**
 * Makes the outcomes of at most so many members results, which they see and get an email about.
 * @returns how many were told
 */
export async function tellSome(trx: Trx, most: number): Promise<number> {
  await trx.changes.lock();
  const rows = await selectUntold(trx)
    .innerJoin('outcomes', 'outcomes.uid', 'round_members.uid')
    .innerJoin('members', 'members.uid', 'round_members.uid')
    .leftJoin('results', 'results.uid', 'round_members.uid')
    .select(['round_members.id', 'outcomes.uid', 'outcomes.outcome', 'results.outcome as former'])
    .select(['rounds.releasedAt', 'rounds.season', 'rounds.answerUntil', 'rounds.actor'])
    .select(['members.fullName', judgedTrack.as('track')])
    .$narrowType<{ releasedAt: string; season: string }>()
    .orderBy('round_members.id')
    .limit(most)
    .execute();
  const results = rows.map(({ uid, outcome, releasedAt, season, answerUntil, fullName, track }) => ({
    ...{ uid, outcome, releasedAt, season, fullName, track },
    answerUntil: outcome === 'selected' ? answerUntil : null,
  }));
  const uids = rows.map(({ uid }) => uid);
  const ids = rows.map(({ id }) => id);
  if (uids.length > 0) {
    await trx.deleteFrom('results').where('uid', 'in', padForIn(uids)).execute();
    await trx.updateTable('round_members').set({ told: 1 }).where('id', 'in', padForIn(ids)).execute();
  }
  for (const piece of chunk(results)) await trx.insertInto('results').values(piece).execute();
  await trx.changes.append(
    rows.map(({ uid, actor, releasedAt: at, outcome, former }) => ({
      ...{ uid, actor, kind: 'result-released' as const, at },
      fields: { outcome: { old: former, new: outcome } },
    })),
  );
  await planMails(trx, 'result', uids, await databaseTime(trx));
  // A place from the waiting list has its own date, which is not to pass in a queue.
  for (const { uid, former } of rows) if (former) await hasten(trx, 'result', uid);
  const [last] = rows;
  if (last && rows.length < most) await logChange(trx, last.actor);
  return rows.length;
}

/** Throws 400 for a day that would be past at the release, or is more than a year later. */
export function refuseEarly(deps: ViewDeps, answerBy: AnswerBy, releasedAt: number): void {
  const fault = plannedTimeFault(answerUntil(answerBy, releasedAt, timeZoneOf(deps)), releasedAt);
  if (!fault) return;
  const text = fault === plannedTimeTexts.past ? resultRefusals.answerTooEarly : fault;
  throw new Refusal(400, 'INVALID_INPUT', text, { field: 'answerBy' });
}
