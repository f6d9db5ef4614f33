import { type Outcome, outcome } from '#domain/outcomes.ts';
import { type OutcomesAnswer, type OutcomesWrite, resultRefusals } from '#domain/results.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal, staleVersion } from '#server/http/refusal.ts';
import { planMails } from '#server/mail/outbox-store.ts';
import { findMember } from '#server/members/member-store.ts';
import { databaseTime } from '#server/store/database-time.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { outcomesOf, replaceOutcomes, setOutcomes } from './outcome-store.ts';
import { readRelease, readSettings } from './release-state.ts';
import { judgedTrack } from './results-view.ts';

type CorrectDeps = Pick<Deps, 'config' | 'content' | 'limits' | 'outbox' | 'store'>;

/**
 * Gives members an outcome, or none. Once the results are released this corrects the result of one member, who sees it at
 * once and gets an email; more than one is refused with 409 ALREADY_RELEASED. Throws 409 STALE_VERSION, and writes nothing,
 * if it would replace an outcome that the page did not show.
 */
export async function changeOutcomes(
  deps: CorrectDeps,
  actor: string,
  wanted: OutcomesWrite,
): Promise<OutcomesAnswer> {
  const { store, outbox, limits } = deps;
  const uids = [...new Set(wanted.uids)];
  // Counted outside of the transaction, for the email of a correction.
  if ((await readRelease(store.db)).releasedAt) await limits.mails.take('result', { to: uids[0] });
  const answer = await store.transact(async (trx) => {
    await trx.changes.lock();
    await refuseUnseen(trx, wanted);
    if (!(await readRelease(trx)).releasedAt) return setOutcomes(trx, actor, { ...wanted, uids });
    const [uid, ...others] = uids;
    if (uid === undefined || others.length > 0) {
      throw new Refusal(409, 'ALREADY_RELEASED', resultRefusals.oneByOne);
    }
    return correctResult(trx, deps, actor, { uid, after: wanted.outcome });
  });
  outbox.wake();
  return answer;
}

async function refuseUnseen(trx: Trx, { shown = [], outcome: wanted }: OutcomesWrite): Promise<void> {
  if (shown.length === 0) return;
  const now = await outcomesOf(
    trx,
    shown.map(({ uid }) => uid),
  );
  const current = shown.flatMap((seen) => {
    const outcomeNow = now.get(seen.uid);
    const isReplaced = outcomeNow !== undefined && outcomeNow !== seen.outcome && outcomeNow !== wanted;
    return isReplaced ? { uid: seen.uid, outcome: outcomeNow } : [];
  });
  if (current.length > 0) throw staleVersion(current, resultRefusals.changedMeanwhile(current.length));
}

async function correctResult(
  trx: Trx,
  deps: CorrectDeps,
  actor: string,
  { uid, after }: { uid: string; after: Outcome | null },
): Promise<OutcomesAnswer> {
  const known = await outcomesOf(trx, [uid]);
  if (!known.has(uid)) return { changed: 0, skipped: [uid], seq: null };
  const before = await releasedOutcome(trx, uid);
  if (before === after) return { changed: 0, skipped: [], seq: null };
  const at = new Date().toISOString();
  await replaceOutcomes(trx, actor, new Map([[uid, after]]), at);
  await replaceResult(trx, deps, { uid, after, at });
  const fields = { outcome: { old: before, new: after } };
  await trx.changes.append({ uid, actor, kind: 'result-corrected', at, fields });
  await planMails(trx, 'result', [uid], await databaseTime(trx));
  return { changed: 1, skipped: [], seq: null };
}

/** Writes what the member sees. A certificate goes with the result that it was for. */
async function replaceResult(
  trx: Trx,
  { content }: CorrectDeps,
  { uid, after, at }: { uid: string; after: Outcome | null; at: string },
): Promise<void> {
  await trx.deleteFrom('results').where('uid', '=', uid).execute();
  const member = await findMember(trx, uid);
  if (after === null || !member) return;
  const { track } = await trx
    .selectFrom('members')
    .select(judgedTrack.as('track'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  const { season } = await readSettings(trx, content);
  const { fullName } = member;
  await trx
    .insertInto('results')
    .values({ uid, outcome: after, releasedAt: at, fullName, track, season })
    .execute();
}

async function releasedOutcome(db: Db, uid: string): Promise<Outcome | null> {
  const row = await db.selectFrom('results').select('outcome').where('uid', '=', uid).executeTakeFirst();
  return row ? outcome.parse(row.outcome) : null;
}
