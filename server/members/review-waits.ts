import { sql } from 'kysely';
import { fewestWaits, type Waiting, waitDays } from '#domain/answers.ts';
import type { Member } from '#domain/members.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { countMatching, sortKeys } from './member-query.ts';

const day = 24 * 60 * 60_000;

function waitId({ uid, submittedAt }: Member): string {
  return `${uid} ${submittedAt ?? ''}`;
}

/** Keeps how long a submission waited, when a write marks it as reviewed, and forgets it with the mark. */
export async function recordReviewWait(trx: Trx, before: Member, after: Member, at: string): Promise<void> {
  if (before.submissionReviewed === after.submissionReviewed) return;
  if (!after.submissionReviewed) {
    // Of a submission that was replaced, the review counts: it was given.
    if (before.submittedAt !== after.submittedAt) return;
    await trx.deleteFrom('review_waits').where('id', '=', waitId(after)).execute();
    return;
  }
  const seconds = Math.round((Date.parse(at) - Date.parse(after.submittedAt ?? '')) / 1000);
  if (!(seconds >= 0)) return;
  await trx
    .insertInto('review_waits')
    .values({ id: waitId(after), uid: after.uid, reviewedAt: at, seconds })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Where a member's submission stands among those that wait, and how long reviews take. */
export async function readWaiting(db: Db, uid: string, now = new Date()): Promise<Waiting> {
  return {
    place: await placeOf(db, uid),
    waiting: await countMatching(db, { q: '', submitted: true, reviewed: false }),
    medianSeconds: await medianWait(db, now),
  };
}

/** As the review desk orders its queue: oldest first. */
const { submittedAt: submittedAtKey } = sortKeys;

async function placeOf(db: Db, uid: string): Promise<number | null> {
  const own = await db
    .selectFrom('members')
    .select(submittedAtKey.as('key'))
    .where('uid', '=', uid)
    .where('githubLink', 'is not', null)
    .where('submissionReviewed', '=', 0)
    .executeTakeFirst();
  if (!own) return null;
  const before = db
    .selectFrom('members')
    .where(sql<boolean>`(${submittedAtKey}, uid) < (${own.key}, ${uid})`)
    // Those without a submission come first of all.
    .where(sql<boolean>`${submittedAtKey} > ''`)
    .where('submissionReviewed', '=', 0);
  return (await countRows(before)) + 1;
}

/** The median of the last days; null for fewer reviews than say anything. */
async function medianWait(db: Db, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - waitDays * day).toISOString();
  const recent = db.selectFrom('review_waits').where('reviewedAt', '>=', since);
  const count = await countRows(recent);
  if (count < fewestWaits) return null;
  const median = await recent
    .select('seconds')
    .orderBy('seconds')
    .offset(Math.floor((count - 1) / 2))
    .limit(1)
    .executeTakeFirst();
  return median?.seconds ?? null;
}
