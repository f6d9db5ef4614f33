import { randomBytes } from 'node:crypto';
import { adminMessages } from '#domain/admin.ts';
import type { Member } from '#domain/members.ts';
import { type ReviewWrite, type ReviewWritten, reviewRefusals } from '#domain/review.ts';
import { resultText } from '#domain/review-texts.ts';
import { Refusal } from '#server/http/refusal.ts';
import { findMember, type MemberWrite } from '#server/members/member-store.ts';
import type { Store, Trx } from '#server/store/open.ts';
import { isReviewable, marksOf, noSuchMember, writeReview } from './review.ts';
import { currentReview, isOfOtherSubmission, type StoredReview, versionOf } from './stored-reviews.ts';
import { readReview } from './submission-review.ts';

/**
 * Saves what one request says of a submission, in one transaction: marks and feedback in the member's record, and what
 * only administrators see. Throws 409 SUBMISSION_REPLACED or CHANGED_MEANWHILE, with what it is now, for a version that
 * is no longer current, and 409 NO_SUBMISSION where there is nothing to review.
 */
export async function saveReview(
  store: Store,
  actor: string,
  uid: string,
  { version, ...wanted }: ReviewWrite,
): Promise<ReviewWritten> {
  const change = await store.transact(async (trx) => {
    // Taken before the record is read, so that of two administrators the second sees what the first has done.
    await trx.changes.lock();
    const record = await findMember(trx, uid);
    if (!record) throw noSuchMember();
    const review = await currentReview(trx, record);
    refuseOutdated(version, record, review);
    if (!isReviewable(record, wanted) || (wanted.send && record.githubLink === null)) {
      throw new Refusal(409, 'NO_SUBMISSION', adminMessages.noSubmission);
    }
    const draft = wanted.draft ?? review.draft;
    const before = trx.changes.appended;
    await writeReview(trx, { uid, actor }, (_current, now) => ({
      ...marksOf(wanted),
      ...(wanted.send && feedbackOf(record, draft, now)),
    }));
    const change = trx.changes.appended === before ? null : await latestReview(trx, uid);
    await keep(trx, { actor, record, review, wanted });
    return change;
  });
  return { ...(await readReview(store.db, uid)), change };
}

/** The change that `writeReview` has just logged: changes of messages may follow it. */
async function latestReview(trx: Trx, uid: string): Promise<number | null> {
  const { seq } = await trx
    .selectFrom('changes')
    .select((is) => is.fn.max('seq').as('seq'))
    .where('uid', '=', uid)
    .where('kind', '=', 'review-changed')
    .executeTakeFirstOrThrow();
  return seq;
}

function feedbackOf(record: Member, draft: string, now: string): MemberWrite {
  const feedback = draft === '' ? null : draft;
  return feedback === record.feedback ? {} : { feedback, feedbackAt: feedback === null ? null : now };
}

function refuseOutdated(version: string, record: Member, review: StoredReview): void {
  if (version === versionOf(record, review)) return;
  if (isOfOtherSubmission(version, record)) {
    throw new Refusal(409, 'SUBMISSION_REPLACED', reviewRefusals.replaced);
  }
  throw new Refusal(409, 'CHANGED_MEANWHILE', reviewRefusals.changedMeanwhile(resultText(record)));
}

interface Saved {
  actor: string;
  record: Member;
  review: StoredReview;
  wanted: Omit<ReviewWrite, 'version'>;
}

/** Keeps draft, note and checklist, and notifies the open pages of administrators. The log holds none of the texts. */
async function keep(trx: Trx, { actor, record, review, wanted }: Saved): Promise<void> {
  const { met = review.met, draft = review.draft, note = review.note } = wanted;
  const isSame = draft === review.draft && note === review.note && met.join('\n') === review.met.join('\n');
  if (isSame) return;
  const savedAt = new Date().toISOString();
  const columns = { met: JSON.stringify(met), draft, note, version: review.version + 1, savedAt };
  const submittedAt = record.submittedAt ?? '';
  await trx
    .insertInto('reviews')
    .values({ id: randomBytes(12).toString('base64url'), uid: record.uid, submittedAt, ...columns })
    .onConflict((conflict) => conflict.columns(['uid', 'submittedAt']).doUpdateSet(columns))
    .execute();
  await trx.changes.append({
    uid: actor,
    actor,
    kind: 'review-saved',
    at: savedAt,
    fields: { member: { old: null, new: record.uid }, savedAt: { old: null, new: savedAt } },
  });
}
