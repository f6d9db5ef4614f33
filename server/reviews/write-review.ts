import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { adminMessages } from '#domain/admin.ts';
import { staffScope } from '#domain/changes.ts';
import { claimTexts } from '#domain/claims.ts';
import type { Member } from '#domain/members.ts';
import type { OwnOpinion } from '#domain/opinions.ts';
import type { ReviewSet, ReviewsAnswer, ReviewWrite } from '#domain/review.ts';
import { resultText, reviewRefusals } from '#domain/review-texts.ts';
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
import { claimOn } from './claims.ts';
import type { StoredReview } from './former-submissions.ts';
import { nextOpinion, ownOpinionOf, storeOpinion, taskOf } from './opinions.ts';
import { planReviewMail } from './review-mails.ts';
import { refuseOwn } from './reviewers-view.ts';
import { currentReview, type ReviewDeps, type Reviewer, readReview, rulesFor } from './submission-review.ts';

/** A submission with its review, and what to make of it. */
interface Target extends ReviewWrite {
  record: Member;
  review: StoredReview;
  /** The reviewer's own opinion, and what becomes of it. */
  own: OwnOpinion;
  next: OwnOpinion;
}

/**
 * Reviews one or many submissions, in one transaction and one batch. If one of them is not what the page showed, nothing
 * is written: 409 STALE_VERSION, with those as they are now. A member without a submission is skipped and reported among
 * several, and otherwise 404 MEMBER_NOT_FOUND or 409 NO_SUBMISSION.
 */
export async function saveReviews(
  deps: ReviewDeps,
  reviewer: Reviewer,
  reviews: readonly ReviewWrite[],
): Promise<ReviewsAnswer> {
  const { store, content } = deps;
  const result = await store.transact(async (trx) => {
    // Taken before the records are read, so that of two administrators the second sees what the first has done.
    await trx.changes.lock();
    const { targets, skipped } = await findTargets(trx, { content, reviewer }, reviews);
    const stale = targets.filter(isOutdated);
    if (stale.length > 0) return { stale };
    const batch = newBatch();
    for (const target of targets) await reviewSubmission(trx, { content, reviewer, batch }, target);
    const changes = await trx.selectFrom('changes').select('seq').where('batch', '=', batch).execute();
    return { answer: { changed: changes.length, skipped, seq: changes[0]?.seq ?? null } };
  });
  if (result.answer) return result.answer;
  const current = [];
  for (const { uid } of result.stale) current.push(await readReview(deps, uid, reviewer));
  throw staleVersion(current, reasonOf(result.stale, reviews.length));
}

interface Context {
  content: Content;
  reviewer: Reviewer;
}

async function findTargets(trx: Trx, context: Context, reviews: readonly ReviewWrite[]) {
  const targets: Target[] = [];
  const skipped: string[] = [];
  for (const wanted of new Map(reviews.map((one) => [one.uid, one])).values()) {
    const record = await findMember(trx, wanted.uid);
    const refusal = record ? refusalOf(record, wanted.set) : noSuchMember();
    if (refusal && reviews.length === 1) throw refusal;
    if (record && !refusal) targets.push(await targetOf(trx, context, { ...wanted, record }));
    else skipped.push(wanted.uid);
  }
  return { targets, skipped };
}

/** Throws 403 NOT_ALLOWED for one's own submission and what the settings leave to the administrator, and 409 CLAIMED for feedback that another is writing. */
async function targetOf(
  trx: Trx,
  { content, reviewer }: Context,
  wanted: ReviewWrite & { record: Member },
): Promise<Target> {
  const { record, set } = wanted;
  refuseOwn(reviewer, record.uid);
  const { maySend, mayMark } = rulesFor(reviewer, content.reviews);
  if (set.send && !maySend) throw new Refusal(403, 'NOT_ALLOWED', reviewRefusals.mayNotSend);
  const marks = set.submissionReviewed !== undefined && set.submissionReviewed !== record.submissionReviewed;
  if (marks && !mayMark) throw new Refusal(403, 'NOT_ALLOWED', reviewRefusals.mayNotMark);
  const review = await currentReview(trx, record);
  const writes = set.send || (set.draft !== undefined && set.draft !== review.draft);
  const claim = writes ? await claimOn(trx, { uid: record.uid, reviewer: reviewer.uid }) : null;
  if (claim && !claim.mine)
    throw new Refusal(409, 'CLAIMED', claimTexts.open(claim.by), { current: { claim } });
  const own = ownOpinionOf(review.opinions, reviewer.uid);
  const next = set.opinion
    ? nextOpinion(own, set.opinion, content.reviews, taskOf(content.tasks, record))
    : own;
  return { ...wanted, review, own, next };
}

function refusalOf({ githubLink }: Member, { submissionReviewed, graded, send }: ReviewSet): Refusal | null {
  const isReview = submissionReviewed || graded || send;
  return githubLink === null && isReview
    ? new Refusal(409, 'NO_SUBMISSION', adminMessages.noSubmission)
    : null;
}

function isOutdated({
  record,
  review,
  own,
  next,
  shown,
  set: { send, opinion: _, ...set },
}: Target): boolean {
  const sent = send && { feedback: set.draft || null };
  return isStale({ ...record, ...review, ...own }, { shown, set: { ...set, ...next, ...sent } });
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

/** Marks and feedback in the member's record, and what only the staff see. */
async function reviewSubmission(
  trx: Trx,
  { content, reviewer, batch }: Context & { batch: string },
  target: Target,
): Promise<void> {
  const { uid, record, set } = target;
  const { graded, send, draft = '' } = set;
  const submissionReviewed = set.submissionReviewed ?? (isLastOpinion(target, content) || undefined);
  await writeReview(trx, { uid, actor: reviewer.uid, batch }, (_current, now) => ({
    ...(submissionReviewed !== undefined && { submissionReviewed }),
    ...(graded !== undefined && { graded }),
    ...(send && feedbackOf(record, draft, now)),
  }));
  await keep(trx, { content, reviewer }, target);
}

/** Whether a submission that wants several opinions has them with this one. */
function isLastOpinion({ record, review, own, next }: Target, { reviews: { opinions } }: Content): boolean {
  if (opinions === '1' || own.given || !next.given || record.githubLink === null) return false;
  return review.opinions.filter(({ given }) => given).length + 1 >= Number(opinions);
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

/** Keeps draft, note and opinion, and notifies the open pages of the staff. The log holds none of them. */
async function keep(
  trx: Trx,
  { content, reviewer }: Context,
  { record, review, own, next, set }: Target,
): Promise<void> {
  const { draft = review.draft, note = review.note } = set;
  const { uid } = record;
  const savedAt = new Date().toISOString();
  const isOther = !isDeepStrictEqual(own, next);
  const { ticks = {} } = review.opinions.find((one) => one.reviewer === reviewer.uid) ?? {};
  if (isOther) await storeOpinion(trx, content, { ...next, ticks, record, reviewer: reviewer.uid, savedAt });
  if (draft !== review.draft || note !== review.note) {
    const columns = { draft, note, savedAt };
    const submittedAt = record.submittedAt ?? '';
    await trx
      .insertInto('reviews')
      .values({ id: randomBytes(12).toString('base64url'), uid, submittedAt, ...columns })
      .onConflict((conflict) => conflict.columns(['uid', 'submittedAt']).doUpdateSet(columns))
      .execute();
  } else if (!isOther) return;
  await trx.changes.append({
    uid: staffScope,
    actor: reviewer.uid,
    kind: isOther && next.given ? 'opinion-saved' : 'review-saved',
    at: savedAt,
    fields: { member: { old: null, new: uid }, savedAt: { old: null, new: savedAt } },
  });
}
