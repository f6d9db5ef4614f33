import { type Track, tracks } from '#domain/member-choices.ts';
import { resultRefusals } from '#domain/results.ts';
import { type Places, type WaitingList, waitingShown } from '#domain/results-page.ts';
import { Refusal } from '#server/http/refusal.ts';
import { sortKeys } from '#server/members/member-query.ts';
import { placeState } from '#server/members/place-state.ts';
import { padForIn } from '#server/store/chunk.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db, Store } from '#server/store/open.ts';
import { judgedTrack, logChange } from './release-state.ts';

/** Members who wait for a place and know it. */
function selectWaiting(db: Db) {
  return db
    .selectFrom('outcomes')
    .innerJoin('members', 'members.uid', 'outcomes.uid')
    .innerJoin('results', 'results.uid', 'outcomes.uid')
    .where('outcomes.outcome', '=', 'waitlisted')
    .where('results.outcome', '=', 'waitlisted');
}

/**
 * The waiting list of each track in the order of offers: as the administrator has set it, then by score, then by
 * submission; with the number of places that are free.
 */
export async function readWaitingLists(db: Db, places: Places): Promise<WaitingList[]> {
  const lists: WaitingList[] = [];
  for (const track of tracks) {
    const members = await selectWaiting(db)
      .where(judgedTrack, '=', track)
      .select(['members.uid', 'members.fullName', sortKeys.score.as('score')])
      .orderBy((is) => is.fn.coalesce('outcomes.rank', is.val(1_000_000)))
      .orderBy(sortKeys.score, 'desc')
      .orderBy((is) => is.fn.coalesce('members.submittedAt', is.val('9')))
      .orderBy('members.uid')
      .limit(waitingShown)
      .execute();
    if (members.length === 0) continue;
    const shown = members.map(({ uid, fullName, score }) => ({ uid, fullName, score: Number(score) }));
    lists.push({ track, free: await countFree(db, track, places[track]), members: shown });
  }
  return lists;
}

/**
 * Without a number of places there are as many as the rounds of the season gave, without offers: places that were given back,
 * have lapsed or were withdrawn are free, and those of members who are gone.
 */
async function countFree(db: Db, track: Track, limit: number | undefined): Promise<number> {
  const taken = db
    .selectFrom('outcomes')
    .innerJoin('members', 'members.uid', 'outcomes.uid')
    .leftJoin('results', 'results.uid', 'outcomes.uid')
    .where('outcomes.outcome', '=', 'selected')
    .where(judgedTrack, '=', track)
    .where((is) => is.or([is(placeState, 'is', null), is(placeState, 'not in', ['declined', 'lapsed'])]));
  if (limit !== undefined) return Math.max(0, limit - (await countRows(taken)));
  const rounds = await db.selectFrom('rounds').select('places').where('releasedAt', 'is not', null).execute();
  const given = rounds.map(({ places }) => (JSON.parse(places) as Places)[track] ?? 0);
  // Those that a later round is to give are not among them yet.
  const told = await countRows(taken.where('results.uid', 'is not', null));
  return Math.max(0, given.reduce((sum, places) => sum + places, 0) - told);
}

/** Sets the order of members on the waiting list; others follow them. Throws 409 if one is not on it. */
export async function orderWaitingList(store: Store, actor: string, uids: readonly string[]): Promise<void> {
  await store.change(async (trx) => {
    const waiting = selectWaiting(trx).where('outcomes.uid', 'in', padForIn(uids));
    if ((await countRows(waiting)) !== new Set(uids).size)
      throw new Refusal(409, 'STALE_VERSION', resultRefusals.waitingListChanged);
    for (const [rank, uid] of uids.entries())
      await trx.updateTable('outcomes').set({ rank }).where('uid', '=', uid).execute();
    await logChange(trx, actor);
  });
}
