import type { Selectable } from 'kysely';
import { reasonField } from '#domain/changes.ts';
import type { Outcome } from '#domain/outcomes.ts';
import {
  type CorrectionWrite,
  correctionGrace,
  type MemberOutcome,
  type OutcomesAnswer,
  type OutcomesWrite,
  resultRefusals,
} from '#domain/results.ts';
import { answerUntil } from '#domain/rounds.ts';
import { type Config, timeZoneOf } from '#server/config/config.ts';
import { Refusal, staleVersion } from '#server/http/refusal.ts';
import { isStale, refuseStale } from '#server/http/refuse-stale.ts';
import { hasten, planMails } from '#server/mail/outbox-store.ts';
import { findMember } from '#server/members/member-store.ts';
import { noSuchMember } from '#server/members/named-member.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import { retryDelay, workThrough } from '#server/store/work-through.ts';
import { findOutcome, outcomesOf, replaceOutcomes, setOutcomes } from './outcome-store.ts';
import { isPrepared, judgedTrack, logChange, readSettings } from './release-state.ts';
import type { ResultDeps } from './rounds.ts';

type Correction = Selectable<Tables['result_corrections']>;

/**
 * Gives members an outcome, or none, before their results are released (`setOutcomes`). Throws
 * 409 STALE_VERSION, and writes nothing, if it would replace an outcome that the page did not show.
 */
export function changeOutcomes(store: Store, actor: string, wanted: OutcomesWrite): Promise<OutcomesAnswer> {
  const uids = [...new Set(wanted.uids)];
  return store.change(async (trx) => {
    await refuseUnseen(trx, wanted);
    return setOutcomes(trx, actor, { ...wanted, uids });
  });
}

async function refuseUnseen(trx: Trx, { shown = [], outcome: wanted }: OutcomesWrite): Promise<void> {
  if (shown.length === 0) return;
  const now = await outcomesOf(
    trx,
    shown.map(({ uid }) => uid),
  );
  const current = shown.flatMap(({ uid, ...seen }) => {
    const stored = { outcome: now.get(uid) };
    const isUnseen =
      stored.outcome !== undefined && isStale(stored, { shown: seen, set: { outcome: wanted } });
    return isUnseen ? { uid, ...stored } : [];
  });
  if (current.length > 0) throw staleVersion(current, resultRefusals.changedMeanwhile(current.length));
}

/** A member's outcome, with the correction that has not taken effect yet. */
export async function readMemberOutcome(
  config: Pick<Config, 'smtpUrl'>,
  db: Db,
  uid: string,
): Promise<MemberOutcome> {
  const state = await db
    .selectFrom('members')
    .leftJoin('outcomes', 'outcomes.uid', 'members.uid')
    .leftJoin('results', 'results.uid', 'members.uid')
    .select((is) => is.case().when(isPrepared).then(1).else(0).end().as('prepared'))
    .select('results.uid as result')
    .where('members.uid', '=', uid)
    .executeTakeFirst();
  const outcome = await findOutcome(db, uid);
  const correction = await db
    .selectFrom('result_corrections')
    .select(['before', 'after', 'reason', 'note', 'dueAt'])
    .where('uid', '=', uid)
    .executeTakeFirst();
  return {
    outcome,
    released: state !== undefined && state.prepared === 0 && (outcome !== null || state.result !== null),
    sendsMail: config.smtpUrl !== undefined,
    correction: correction ?? null,
  };
}

/**
 * Plans the correction of a released result. It takes effect after `correctionGrace`; until then nobody but
 * administrators sees anything of it. Throws 404 MEMBER_NOT_FOUND, 409 NOT_RELEASED, CORRECTION_PENDING, SAME_OUTCOME,
 * and STALE_VERSION if the result is not what the page showed.
 */
export async function planCorrection(
  { config, store }: ResultDeps,
  actor: string,
  { uid, ...wanted }: CorrectionWrite & { uid: string },
): Promise<MemberOutcome> {
  return store.change(async (trx) => {
    if (!(await findMember(trx, uid))) throw noSuchMember();
    const now = await readMemberOutcome(config, trx, uid);
    if (now.correction) {
      throw new Refusal(409, 'CORRECTION_PENDING', resultRefusals.correctionPending, { current: now });
    }
    const before = await readReleased(trx, uid);
    // A member whom no round has released can get a result like this too, but not past an outcome that is prepared.
    const rounds = trx.selectFrom('rounds').select('id').where('releasedAt', 'is not', null).limit(1);
    if (now.outcome !== before || !(await rounds.executeTakeFirst()))
      throw new Refusal(409, 'NOT_RELEASED', resultRefusals.notReleased);
    const { shown, outcome } = wanted;
    refuseStale({ outcome: before }, { shown, set: { outcome } }, now, resultRefusals.resultChanged);
    if (outcome === before) throw new Refusal(409, 'SAME_OUTCOME', resultRefusals.sameOutcome);
    const { reason, note = '' } = wanted;
    const dueAt = iso((await databaseTime(trx)) + correctionGrace);
    const row = { uid, before, after: outcome, reason, note, actor, dueAt };
    await trx.insertInto('result_corrections').values(row).execute();
    await logChange(trx, actor);
    return readMemberOutcome(config, trx, uid);
  });
}

/** Undoes a correction that has not taken effect yet. Throws 409 NOT_PENDING if there is none. */
export function undoCorrection(
  { config, store }: ResultDeps,
  actor: string,
  uid: string,
): Promise<MemberOutcome> {
  return store.change(async (trx) => {
    if (!(await findMember(trx, uid))) throw noSuchMember();
    const { numDeletedRows } = await trx
      .deleteFrom('result_corrections')
      .where('uid', '=', uid)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal(409, 'NOT_PENDING', resultRefusals.notPending);
    await logChange(trx, actor);
    return readMemberOutcome(config, trx, uid);
  });
}

/**
 * Lets the corrections take effect whose time has come, by the clock of the database, each in one transaction with its
 * email: of several processes one does it, and a process that dies leaves it to the next.
 */
export async function applyDueCorrections(deps: ResultDeps): Promise<void> {
  const { store, outbox, log } = deps;
  const now = iso(await databaseTime(store.db));
  const due = await store.db
    .selectFrom('result_corrections')
    .select('uid')
    .where('dueAt', '<=', now)
    .execute();
  await workThrough(
    due,
    ({ uid }) =>
      store.change(async (trx) => {
        const correction = await trx
          .deleteFrom('result_corrections')
          .where('uid', '=', uid)
          .where('dueAt', '<=', now)
          .returningAll()
          .executeTakeFirst();
        if (correction) await applyCorrection(trx, deps, correction);
      }),
    async ({ uid }, error) => {
      const dueAt = iso((await databaseTime(store.db)) + retryDelay(1));
      await store.db
        .updateTable('result_corrections')
        .set({ dueAt })
        .where('uid', '=', uid)
        // One that was planned meanwhile keeps its ten minutes.
        .where('dueAt', '<=', now)
        .execute();
      log.error({ err: error, uid, next: dueAt }, 'result not corrected, to be tried again');
    },
  );
  if (due.length > 0) outbox.wake();
}

async function applyCorrection(trx: Trx, deps: ResultDeps, correction: Correction): Promise<void> {
  const { uid, actor, before, after, reason, note } = correction;
  const at = iso(await databaseTime(trx));
  await replaceOutcomes(trx, actor, new Map([[uid, after]]), at);
  await replaceResult(trx, deps, correction, at);
  const fields = {
    outcome: { old: before, new: after },
    [reasonField]: { old: null, new: reason },
    ...(note !== '' && { note: { old: null, new: note } }),
  };
  await trx.changes.append({ uid, actor, kind: 'result-corrected', at, fields });
  await planMails(trx, 'result', [uid], Date.parse(at));
  // The member may have been told the wrong result, and those of the release can take days.
  await hasten(trx, 'result', uid);
}

/** Writes what the member sees. A certificate goes with the result that it was for. */
async function replaceResult(
  trx: Trx,
  deps: ResultDeps,
  { uid, before, after, note }: Correction,
  at: string,
): Promise<void> {
  await trx.deleteFrom('results').where('uid', '=', uid).execute();
  const { fullName, track } = await trx
    .selectFrom('members')
    .select(['fullName', judgedTrack.as('track')])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  const { season } = await readSettings(trx, deps);
  const corrected = before === null ? 0 : 1;
  const until = after === 'selected' ? await askedUntil(trx, deps, uid) : null;
  await trx
    .insertInto('results')
    .values({
      uid,
      outcome: after,
      releasedAt: at,
      fullName,
      track,
      season,
      corrected,
      note,
      answerUntil: until,
    })
    .execute();
}

/** A member who is selected by a correction answers as their round asks; after a day that is past nobody asks. */
async function askedUntil(trx: Trx, deps: ResultDeps, uid: string): Promise<string | null> {
  const round = await trx
    .selectFrom('round_members')
    .innerJoin('rounds', 'rounds.id', 'round_members.roundId')
    .select('rounds.answerBy')
    .where('round_members.uid', '=', uid)
    .where('rounds.releasedAt', 'is not', null)
    .orderBy('rounds.releasedAt', 'desc')
    .executeTakeFirst();
  const now = await databaseTime(trx);
  const until = round?.answerBy ? answerUntil(JSON.parse(round.answerBy), now, timeZoneOf(deps)) : null;
  return until && Date.parse(until) > now ? until : null;
}

/** The result that the member sees. */
async function readReleased(db: Db, uid: string): Promise<Outcome | null> {
  const row = await db.selectFrom('results').select('outcome').where('uid', '=', uid).executeTakeFirst();
  return row?.outcome ?? null;
}
