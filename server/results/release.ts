import { staffScope } from '#domain/changes.ts';
import { type OutcomeState, type ReleaseRequest, resultRefusals } from '#domain/results.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Log } from '#server/log/log.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { planMails } from '#server/mail/outbox-store.ts';
import { chunk } from '#server/store/chunk.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { writeState } from '#server/store/portal-state.ts';
import { inPortions } from '#server/store/portions.ts';
import { isClockTrusted } from '#server/store/trusted-clock.ts';
import { readRelease, readSettings, unplanned, type ViewDeps } from './release-state.ts';
import { differenceSince, judgedTrack, readOutcomeState } from './results-view.ts';

/** The parts of the portal that decisions about results use. */
export interface ResultDeps extends ViewDeps {
  log: Log;
  outbox: Outbox;
  store: Store;
}

const year = 365 * 24 * 60 * 60_000;

/**
 * Releases the results, or plans that for a time. Throws 409 ALREADY_RELEASED, NO_OUTCOMES, and STALE_VERSION with the
 * difference if the results are not what the page showed.
 */
export async function release(deps: ResultDeps, actor: string, { at, shown }: ReleaseRequest): Promise<void> {
  await deps.store.transact(async (trx) => {
    const { decided: expected } = await confirmed(trx, deps, shown);
    if (at === undefined) {
      await beginRelease(trx, deps, actor, expected);
      return;
    }
    const plannedFor = new Date(at).toISOString();
    refuseOtherTimes(plannedFor, await databaseTime(trx));
    await writeState(trx, 'release', { ...unplanned, plannedFor, expected });
    await logChange(trx, actor);
  });
  // It is released, so a failure is none of the request's: the repeated work continues.
  await tellMembers(deps).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'members are notified of their results later'),
  );
}

/** Takes a planned release back. Throws 409 ALREADY_RELEASED or NOT_PLANNED. */
export async function cancelRelease(store: Store, actor: string): Promise<void> {
  await store.transact(async (trx) => {
    await trx.changes.lock();
    const { plannedFor, releasedAt } = await readRelease(trx);
    if (releasedAt) throw new Refusal(409, 'ALREADY_RELEASED', resultRefusals.alreadyReleased);
    if (!plannedFor) throw new Refusal(409, 'NOT_PLANNED', resultRefusals.notPlanned);
    await writeState(trx, 'release', unplanned);
    await logChange(trx, actor);
  });
}

/**
 * Releases the results if the time planned for it has come, by the clock of the database, and continues a release that
 * was cut off. Of several processes one releases, unless the clock has just jumped. A plan without any outcome is
 * dropped: there is nothing to tell.
 */
export async function releaseIfDue(deps: ResultDeps): Promise<boolean> {
  const { store, config, log } = deps;
  const isReleased =
    (await isDue(store.db)) &&
    (await store.transact(async (trx) => {
      await trx.changes.lock();
      if (!(await isDue(trx)) || !(await isClockTrusted(trx, await databaseTime(trx)))) return false;
      const { expected } = await readRelease(trx);
      const { decided } = await readOutcomeState(trx);
      if (decided === 0) {
        await writeState(trx, 'release', unplanned);
        await logChange(trx, config.adminUid);
        log.warn('the planned release found no outcome');
        return false;
      }
      await beginRelease(trx, deps, config.adminUid, expected);
      log.info('results released as planned');
      return true;
    }));
  await tellMembers(deps);
  return isReleased;
}

async function isDue(db: Db): Promise<boolean> {
  const { plannedFor, releasedAt } = await readRelease(db);
  return releasedAt === null && plannedFor !== null && Date.parse(plannedFor) <= (await databaseTime(db));
}

/** The state that the page showed, if that may be released. */
async function confirmed(trx: Trx, deps: ViewDeps, shown?: OutcomeState): Promise<OutcomeState> {
  // Taken before anything is read, so that of two people who release at the same time the second finds it done.
  await trx.changes.lock();
  const { releasedAt } = await readRelease(trx);
  if (releasedAt) throw new Refusal(409, 'ALREADY_RELEASED', resultRefusals.alreadyReleased);
  const now = await readOutcomeState(trx);
  if (now.decided === 0) throw new Refusal(409, 'NO_OUTCOMES', resultRefusals.noOutcomes);
  if (!shown) return now;
  // Fewer left to review is no reason to look again.
  if (shown.changed === now.changed && now.unreviewed <= shown.unreviewed) return shown;
  const current = await differenceSince(trx, deps, shown);
  throw new Refusal(409, 'STALE_VERSION', resultRefusals.stale, { current });
}

/**
 * From here on the outcomes are released, and can only be corrected. Members are told afterwards, in portions, because
 * 5,000 together would delay every other request. The caller holds the log's lock.
 */
async function beginRelease(trx: Trx, deps: ViewDeps, actor: string, expected: number): Promise<void> {
  const { decided } = await readOutcomeState(trx);
  const { season } = await readSettings(trx, deps);
  await writeState(trx, 'release', {
    ...{ plannedFor: null, expected, left: Math.max(0, expected - decided) },
    ...{ releasedAt: iso(await databaseTime(trx)), telling: { actor, season } },
  });
  await logChange(trx, actor);
}

async function tellMembers({ store, outbox }: Pick<ResultDeps, 'store' | 'outbox'>): Promise<void> {
  if (!(await readRelease(store.db)).telling) return;
  await inPortions((most) => store.transact((trx) => tellSome(trx, most)));
  outbox.wake();
}

/**
 * Makes the outcomes of at most so many members results, which they see and get an email about. After a release each
 * outcome has a result, so those without one remain to be told.
 * @returns how many were told
 */
export async function tellSome(trx: Trx, most: number): Promise<number> {
  await trx.changes.lock();
  const { telling, ...release } = await readRelease(trx);
  const at = release.releasedAt;
  if (!telling || at === null) return 0;
  const told = await trx
    .selectFrom('outcomes')
    .innerJoin('members', 'members.uid', 'outcomes.uid')
    .leftJoin('results', 'results.uid', 'outcomes.uid')
    .where('results.uid', 'is', null)
    .select(['outcomes.uid', 'outcomes.outcome', 'members.fullName', judgedTrack.as('track')])
    .orderBy('outcomes.uid')
    .limit(most)
    .execute();
  const results = told.map((row) => ({ ...row, releasedAt: at, season: telling.season }));
  for (const piece of chunk(results)) await trx.insertInto('results').values(piece).execute();
  await trx.changes.append(
    told.map(({ uid, outcome }) => ({
      ...{ uid, actor: telling.actor, kind: 'result-released' as const, at },
      fields: { outcome: { old: null, new: outcome } },
    })),
  );
  const uids = told.map(({ uid }) => uid);
  await planMails(trx, 'result', uids, Date.parse(at));
  if (told.length < most) {
    await writeState(trx, 'release', release);
    await logChange(trx, telling.actor);
  }
  return told.length;
}

/** Notifies the open pages of administrators. */
export async function logChange(trx: Trx, actor: string): Promise<void> {
  const at = new Date().toISOString();
  await trx.changes.append({ uid: staffScope, actor, kind: 'results-changed', at, fields: {} });
}

function refuseOtherTimes(plannedFor: string, now: number): void {
  const wait = Date.parse(plannedFor) - now;
  if (wait <= 0) throw new Refusal(400, 'INVALID_INPUT', resultRefusals.past, { field: 'at' });
  if (wait > year) throw new Refusal(400, 'INVALID_INPUT', resultRefusals.tooFar, { field: 'at' });
}
