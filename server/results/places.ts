import { moment } from '#domain/days.ts';
import { type PlaceAnswer, placeOf, placeTexts } from '#domain/places.ts';
import type { MemberResult } from '#domain/results.ts';
import { answerUntil, type PlacesWrite } from '#domain/rounds.ts';
import { type Config, timeZoneOf } from '#server/config/config.ts';
import { Refusal } from '#server/http/refusal.ts';
import { planMails } from '#server/mail/outbox-store.ts';
import { padForIn } from '#server/store/chunk.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseTime, iso } from '#server/store/database-time.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { inPortions } from '#server/store/portions.ts';
import { isClockTrusted } from '#server/store/trusted-clock.ts';
import { logChange, type ViewDeps } from './release-state.ts';
import { type ResultDeps, refuseEarly } from './rounds.ts';

/** How long before the end a member who has not answered is reminded. */
const reminderLead = 2 * 24 * 60 * 60_000;

/**
 * Stores whether a member takes the place. The same answer again changes nothing, and a confirmed place can still be
 * given back. Throws 409 NO_PLACE if nobody asks, PLACE_LAPSED after the last day, and PLACE_ANSWERED for a place that was
 * given back, and SEASON_ENDED while the member's season is moved.
 */
export async function answerPlace(store: Store, uid: string, answer: PlaceAnswer): Promise<void> {
  await store.change(async (trx) => {
    const now = await databaseTime(trx);
    const row = await readAnswer(trx, uid);
    const place = row && placeOf(row, now);
    if (!place) throw new Refusal(409, 'NO_PLACE', placeTexts.noPlace);
    if (row.answer === answer) return;
    if (place.state === 'lapsed') throw new Refusal(409, 'PLACE_LAPSED', placeTexts.lapsed);
    if (place.state === 'declined') throw new Refusal(409, 'PLACE_ANSWERED', placeTexts.answered);
    // The season has ended, and who became a member of the club is written down: the answer would change nothing.
    const ending = trx.selectFrom('past_records').where('uid', '=', uid).where('document', 'is', null);
    if ((await countRows(ending)) > 0) throw new Refusal(409, 'SEASON_ENDED', placeTexts.seasonEnded);
    await trx
      .updateTable('results')
      .set({ answer, ...(answer === 'no' && { certificate: null }) })
      .where('uid', '=', uid)
      .execute();
    await logAnswers(trx, uid, [uid], { old: row.answer, new: answer });
  });
}

function readAnswer(db: Db, uid: string) {
  return db
    .selectFrom('results')
    .select(['outcome', 'answerUntil', 'answer'])
    .where('uid', '=', uid)
    .executeTakeFirst();
}

/** A member's place now, with a result; null if nobody asks. */
export async function readPlace(db: Db, uid: string): Promise<MemberResult['place']> {
  const row = await readAnswer(db, uid);
  return row ? placeOf(row, await databaseTime(db)) : null;
}

async function logAnswers(
  trx: Trx,
  actor: string,
  uids: readonly string[],
  place: { old: string | null; new: string | null },
): Promise<void> {
  const kind = 'place-answered' as const;
  await trx.changes.append(uids.map((uid) => ({ uid, actor, kind, fields: { place } })));
}

/** Gives these members until another time to answer. A place that had lapsed is open again; others keep their answer. */
export async function extendPlaces(
  deps: ResultDeps,
  actor: string,
  { uids, answerBy }: PlacesWrite,
): Promise<void> {
  await deps.store.change(async (trx) => {
    const now = await databaseTime(trx);
    refuseEarly(deps, answerBy, now);
    const until = answerUntil(answerBy, now, timeZoneOf(deps));
    const open = trx
      .selectFrom('results')
      .select('uid')
      .where('uid', 'in', padForIn(uids))
      .where('outcome', '=', 'selected')
      .where('answerUntil', 'is not', null)
      .where((is) => is.or([is('answer', 'is', null), is('answer', '=', 'lapsed')]));
    const extended = (await open.execute()).map(({ uid }) => uid);
    if (extended.length === 0) throw new Refusal(409, 'NO_PLACE', placeTexts.nobodyAsked);
    await trx
      .updateTable('results')
      .set({ answerUntil: until, answer: null, remindedAt: null })
      .where('uid', 'in', padForIn(extended))
      .execute();
    await logAnswers(trx, actor, extended, { old: null, new: until });
    // The email says until when, so it is sent again.
    await planMails(trx, 'result', extended, now);
    await logChange(trx, actor);
  });
  deps.outbox.wake();
}

/**
 * Reminds members who have not answered two days before the end, once, and lets places lapse after it, which they get by
 * email too. Any number of
 * processes may do it: a member is taken under the log's lock, and a process that dies leaves the rest to the next minute.
 */
export async function lapsePlaces({ store, outbox, config }: ResultDeps): Promise<void> {
  const now = await databaseTime(store.db);
  const due = await unanswered(store.db)
    .where('answerUntil', '<=', iso(now + reminderLead))
    .select('uid')
    .limit(1)
    .executeTakeFirst();
  if (!due || !(await store.transact((trx) => isClockTrusted(trx, now)))) return;
  await inPortions((most) => store.transact((trx) => lapseSome(trx, config, most)));
  await inPortions((most) => store.transact((trx) => remindSome(trx, most)));
  outbox.wake();
}

function unanswered(db: Db) {
  return db
    .selectFrom('results')
    .where('outcome', '=', 'selected')
    .where('answer', 'is', null)
    .where('answerUntil', 'is not', null);
}

async function lapseSome(trx: Trx, { adminUid }: Pick<Config, 'adminUid'>, most: number): Promise<number> {
  await trx.changes.lock();
  const now = iso(await databaseTime(trx));
  const rows = await unanswered(trx).where('answerUntil', '<=', now).select('uid').limit(most).execute();
  if (rows.length === 0) return 0;
  const uids = rows.map(({ uid }) => uid);
  await trx
    .updateTable('results')
    .set({ answer: 'lapsed', certificate: null })
    .where('uid', 'in', padForIn(uids))
    .execute();
  await logAnswers(trx, adminUid, uids, { old: null, new: 'lapsed' });
  await planMails(trx, 'result:place', uids, Date.parse(now));
  await logChange(trx, adminUid);
  return uids.length;
}

async function remindSome(trx: Trx, most: number): Promise<number> {
  await trx.changes.lock();
  const now = await databaseTime(trx);
  const rows = await unanswered(trx)
    .where('answerUntil', '<=', iso(now + reminderLead))
    .where('remindedAt', 'is', null)
    .select(['uid', 'answerUntil', 'releasedAt'])
    .limit(most)
    .execute();
  if (rows.length === 0) return 0;
  const uids = rows.map(({ uid }) => uid);
  await trx
    .updateTable('results')
    .set({ remindedAt: iso(now) })
    .where('uid', 'in', padForIn(uids))
    .execute();
  // The email about the result was reminder enough for those who had two days or less.
  const longer = rows.filter(
    ({ answerUntil: until, releasedAt }) => Date.parse(until ?? '') - Date.parse(releasedAt) > reminderLead,
  );
  await planMails(
    trx,
    'result:place',
    longer.map(({ uid }) => uid),
    now,
  );
  return uids.length;
}

/** The sentence that asks for an answer; null for a member who is not asked any more. */
export function placeRequest(deps: ViewDeps, place: MemberResult['place']): string | null {
  return place?.state === 'open' ? placeTexts.confirmBy(moment(place.until, timeZoneOf(deps))) : null;
}
