import { type OutcomeState, type ReleaseRequest, resultRefusals } from '#domain/results.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Log } from '#server/log/log.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { planMails } from '#server/mail/outbox-store.ts';
import { databaseTime } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { writeState } from '#server/store/portal-state.ts';
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
  const { store, outbox } = deps;
  await store.transact(async (trx) => {
    const { decided: expected } = await confirmed(trx, deps, shown);
    if (at === undefined) {
      await releaseAll(trx, actor, { expected, season: await seasonOf(trx, deps) });
      return;
    }
    const plannedFor = new Date(at).toISOString();
    refuseOtherTimes(plannedFor, await databaseTime(trx));
    await writeState(trx, 'release', { ...unplanned, plannedFor, expected });
    await logChange(trx, actor);
  });
  outbox.wake();
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
 * Releases the results if the time planned for it has come, by the clock of the database. Of several processes one does,
 * in one transaction, unless the clock has just jumped. A plan without any outcome is dropped: there is nothing to tell.
 */
export async function releaseIfDue(deps: ResultDeps): Promise<boolean> {
  const { store, config, log, outbox } = deps;
  if (!(await isDue(store.db))) return false;
  const isReleased = await store.transact(async (trx) => {
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
    await releaseAll(trx, config.adminUid, { expected, season: await seasonOf(trx, deps) });
    log.info('results released as planned');
    return true;
  });
  if (isReleased) outbox.wake();
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

async function seasonOf(trx: Trx, deps: ViewDeps): Promise<string> {
  return (await readSettings(trx, deps)).season;
}

/** Makes every outcome a result, which its member sees and gets an email about. The caller holds the log's lock. */
async function releaseAll(
  trx: Trx,
  actor: string,
  { expected, season }: { expected: number; season: string },
): Promise<void> {
  const now = await databaseTime(trx);
  const at = new Date(now).toISOString();
  const rows = trx
    .selectFrom('outcomes')
    .innerJoin('members', 'members.uid', 'outcomes.uid')
    .select((is) => [
      'outcomes.uid',
      'outcomes.outcome',
      is.val(at).as('releasedAt'),
      'members.fullName',
      judgedTrack.as('track'),
      is.val(season).as('season'),
    ]);
  await trx
    .insertInto('results')
    .columns(['uid', 'outcome', 'releasedAt', 'fullName', 'track', 'season'])
    .expression(rows)
    .execute();
  const released = await trx.selectFrom('results').select(['uid', 'outcome']).orderBy('uid').execute();
  await trx.changes.append(
    released.map(({ uid, outcome }) => ({
      ...{ uid, actor, kind: 'result-released' as const, at },
      fields: { outcome: { old: null, new: outcome } },
    })),
  );
  const uids = released.map(({ uid }) => uid);
  await planMails(trx, 'result', uids, now);
  const left = Math.max(0, expected - released.length);
  await writeState(trx, 'release', { plannedFor: null, expected, releasedAt: at, left });
  await logChange(trx, actor);
}

/** Notifies the open pages of administrators. */
export async function logChange(trx: Trx, actor: string): Promise<void> {
  const at = new Date().toISOString();
  await trx.changes.append({ uid: actor, actor, kind: 'results-changed', at, fields: {} });
}

function refuseOtherTimes(plannedFor: string, now: number): void {
  const wait = Date.parse(plannedFor) - now;
  if (wait <= 0) throw new Refusal(400, 'INVALID_INPUT', resultRefusals.past, { field: 'at' });
  if (wait > year) throw new Refusal(400, 'INVALID_INPUT', resultRefusals.tooFar, { field: 'at' });
}
