import { randomBytes } from 'node:crypto';
import { adminMessages } from '#domain/admin.ts';
import { staffScope } from '#domain/changes.ts';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import type { ReviewSet, ReviewsAnswer, ReviewWrite } from '#domain/review.ts';
import { resultText, reviewRefusals } from '#domain/review-texts.ts';
import { countMet } from '#domain/tasks.ts';
import type { Content } from '#server/config/content.ts';
import { readMessagesOf } from '#server/forms/member-messages.ts';
import { Refusal, staleVersion } from '#server/http/refusal.ts';
import { isStale } from '#server/http/refuse-stale.ts';
import {
  changeMember,
  findMember,
  type MemberChange,
  type MemberWrite,
} from '#server/members/member-store.ts';
import { noSuchMember } from '#server/members/named-member.ts';
import type { Trx } from '#server/store/open.ts';
import type { StoredReview } from './former-submissions.ts';
import { planReviewMail } from './review-mails.ts';
import { currentReview, type ReviewDeps, readReview } from './submission-review.ts';

/** A submission with its review, and what to make of it. */
interface Target extends ReviewWrite {
  record: Member;
  review: StoredReview;
}

/**
 * Reviews one or many submissions, in one transaction and one batch. If one of them is not what the page showed, nothing
 * is written: 409 STALE_VERSION, with those as they are now. A member without a submission is skipped and reported among
 * several, and otherwise 404 MEMBER_NOT_FOUND or 409 NO_SUBMISSION.
 */
export async function saveReviews(
  deps: ReviewDeps,
  actor: string,
  reviews: readonly ReviewWrite[],
): Promise<ReviewsAnswer> {
  const { store, content } = deps;
  const { tasks } = content;
  const result = await store.transact(async (trx) => {
    // Taken before the records are read, so that of two administrators the second sees what the first has done.
    await trx.changes.lock();
    const { targets, skipped } = await findTargets(trx, reviews);
    const stale = targets.filter(isOutdated);
    if (stale.length > 0) return { stale };
    const batch = newBatch();
    for (const target of targets) await reviewSubmission(trx, { tasks, actor, batch }, target);
    const changes = await trx.selectFrom('changes').select('seq').where('batch', '=', batch).execute();
    return { answer: { changed: changes.length, skipped, seq: changes[0]?.seq ?? null } };
  });
  if (result.answer) return result.answer;
  const current = [];
  for (const { uid } of result.stale) current.push(await readReview(deps, uid));
  throw staleVersion(current, reasonOf(result.stale, reviews.length));
}

async function findTargets(trx: Trx, reviews: readonly ReviewWrite[]) {
  const targets: Target[] = [];
  const skipped: string[] = [];
  for (const wanted of new Map(reviews.map((one) => [one.uid, one])).values()) {
    const record = await findMember(trx, wanted.uid);
    const refusal = record ? refusalOf(record, wanted.set) : noSuchMember();
    if (refusal && reviews.length === 1) throw refusal;
    if (record && !refusal) targets.push({ ...wanted, record, review: await currentReview(trx, record) });
    else skipped.push(wanted.uid);
  }
  return { targets, skipped };
}

function refusalOf({ githubLink }: Member, { submissionReviewed, graded, send }: ReviewSet): Refusal | null {
  const isReview = submissionReviewed || graded || send;
  return githubLink === null && isReview
    ? new Refusal(409, 'NO_SUBMISSION', adminMessages.noSubmission)
    : null;
}

function isOutdated({ record, review, shown, set: { send, ...set } }: Target): boolean {
  const sent = send && { feedback: set.draft || null };
  return isStale({ ...record, ...review }, { shown, set: { ...set, ...sent } });
}

function reasonOf(stale: readonly Target[], all: number): string {
  const [first] = stale;
  if (!first || all > 1) return reviewRefusals.someChanged(stale.length, all);
  const { shown = {}, record } = first;
  if (shown.submittedAt !== undefined && shown.submittedAt !== record.submittedAt)
    return reviewRefusals.replaced;
  if (shown.githubLink !== undefined && shown.githubLink !== record.githubLink)
    return reviewRefusals.corrected;
  return reviewRefusals.changedMeanwhile(resultText(record));
}

interface Reviewer {
  tasks: Content['tasks'];
  actor: string;
  batch: string;
}

/** Marks and feedback in the member's record, and what only administrators see. */
async function reviewSubmission(trx: Trx, reviewer: Reviewer, target: Target): Promise<void> {
  const { uid, record, set } = target;
  const { submissionReviewed, graded, send, draft = '' } = set;
  const { actor, batch } = reviewer;
  await writeReview(trx, { uid, actor, batch }, (_current, now) => ({
    ...(submissionReviewed !== undefined && { submissionReviewed }),
    ...(graded !== undefined && { graded }),
    ...(send && feedbackOf(record, draft, now)),
  }));
  await keep(trx, reviewer, target);
}

/** Writes marks and feedback of a record, also to undo a review. `write` is as for `changeMember`. */
export async function writeReview(
  trx: Trx,
  change: Omit<MemberChange, 'kind' | 'write'> & { kind?: 'undone' },
  write: MemberChange['write'],
): Promise<Member | null> {
  let before: Member | undefined;
  let at = '';
  const after = await changeMember(trx, {
    kind: 'review-changed',
    ...change,
    write(current, now) {
      before = current;
      at = now;
      return write(current, now);
    },
  });
  if (!before || !after || before === after) return after;
  await planReviewMail(trx, before, after);
  if (after.submissionReviewed && !before.submissionReviewed) {
    await readMessagesOf(trx, { member: change.uid, actor: change.actor, at });
  }
  return after;
}

/** An id for changes that are made and undone together. */
export function newBatch(): string {
  return randomBytes(12).toString('base64url');
}

function feedbackOf(record: Member, draft: string, now: string): MemberWrite {
  const feedback = draft === '' ? null : draft;
  return feedback === record.feedback ? {} : { feedback, feedbackAt: feedback === null ? null : now };
}

/** Keeps draft, note and checklist, and notifies the open pages of administrators. The log holds none of the texts. */
async function keep(trx: Trx, { tasks, actor }: Reviewer, { record, review, set }: Target): Promise<void> {
  const { met = review.met, draft = review.draft, note = review.note } = set;
  const isSame = draft === review.draft && note === review.note && met.join('\n') === review.met.join('\n');
  if (isSame) return;
  const savedAt = new Date().toISOString();
  const track = submissionTrackOf(record);
  const score = track ? countMet(tasks[track], met) : 0;
  const columns = { met: JSON.stringify(met), score, draft, note, savedAt };
  const submittedAt = record.submittedAt ?? '';
  await trx
    .insertInto('reviews')
    .values({ id: randomBytes(12).toString('base64url'), uid: record.uid, submittedAt, ...columns })
    .onConflict((conflict) => conflict.columns(['uid', 'submittedAt']).doUpdateSet(columns))
    .execute();
  await trx.changes.append({
    uid: staffScope,
    actor,
    kind: 'review-saved',
    at: savedAt,
    fields: { member: { old: null, new: record.uid }, savedAt: { old: null, new: savedAt } },
  });
}
