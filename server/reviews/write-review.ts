import { randomBytes } from 'node:crypto';
import { adminMessages } from '#domain/admin.ts';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import type {
  ReviewMany,
  ReviewManyAnswer,
  ReviewWrite,
  ReviewWritten,
  SubmissionReview,
} from '#domain/review.ts';
import { resultText, reviewRefusals } from '#domain/review-texts.ts';
import { countMet } from '#domain/tasks.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import type { Content } from '#server/content.ts';
import type { Deps } from '#server/deps.ts';
import { readMessagesOf } from '#server/forms/member-messages.ts';
import { Refusal, staleVersion } from '#server/http/refusal.ts';
import {
  changeMember,
  findMember,
  type MemberChange,
  type MemberWrite,
} from '#server/members/member-store.ts';
import { noSuchMember } from '#server/members/named-member.ts';
import type { Trx } from '#server/store/open.ts';
import { planReviewMail } from './review-mails.ts';
import { currentReview, readReview, type StoredReview, versionOf } from './submission-review.ts';

type Judgement = Omit<ReviewWrite, 'version'>;

type ReviewDeps = Pick<Deps, 'content' | 'store'>;

interface ReviewTarget {
  tasks: Content['tasks'];
  actor: string;
  uid: string;
  /** Names the state that the reviewer's page showed: the whole version of a review, or its beginning. */
  version: string;
  batch?: string;
}

/** A submission that is not what the reviewer's page showed. Nothing was written. */
interface Outdated {
  outdated: 'replaced' | 'changed';
  record: Member;
}

/**
 * The one way to review a submission, in the caller's transaction: marks and feedback in the member's record, and what
 * only administrators see. Throws 404 MEMBER_NOT_FOUND, and 409 NO_SUBMISSION where there is nothing to review.
 */
async function reviewSubmission(
  trx: Trx,
  { tasks, actor, uid, version, batch }: ReviewTarget,
  wanted: Judgement,
): Promise<Outdated | { record: Member; change: number | null }> {
  // Taken before the record is read, so that of two administrators the second sees what the first has done.
  await trx.changes.lock();
  const record = await findMember(trx, uid);
  if (!record) throw noSuchMember();
  const review = await currentReview(trx, record);
  const outdated = outdatedBy(version, record, review, wanted);
  if (outdated) return { outdated, record };
  if (record.githubLink === null && (wanted.submissionReviewed || wanted.graded || wanted.send)) {
    throw new Refusal(409, 'NO_SUBMISSION', adminMessages.noSubmission);
  }
  const before = trx.changes.appended;
  const changed = await writeReview(trx, { uid, actor, ...(batch && { batch }) }, (_current, now) => ({
    ...(wanted.submissionReviewed !== undefined && { submissionReviewed: wanted.submissionReviewed }),
    ...(wanted.graded !== undefined && { graded: wanted.graded }),
    ...(wanted.send && feedbackOf(record, wanted.draft ?? '', now)),
  }));
  // Changes of messages may follow it.
  const change =
    trx.changes.appended === before ? null : await latestSeq(trx, { uid, kind: 'review-changed' });
  await keep(trx, { tasks, actor, record, review, wanted });
  return { record: changed ?? record, change };
}

/** Reviews one submission. An outdated version is refused with 409 and the submission as it is now. */
export async function saveReview(
  { store, content: { tasks } }: ReviewDeps,
  actor: string,
  uid: string,
  { version, ...wanted }: ReviewWrite,
): Promise<ReviewWritten> {
  const saved = await store.transact((trx) => reviewSubmission(trx, { tasks, actor, uid, version }, wanted));
  const current = await readReview(store.db, uid);
  if ('change' in saved) return { ...current, change: saved.change };
  const text =
    saved.outdated === 'replaced'
      ? reviewRefusals.replaced
      : reviewRefusals.changedMeanwhile(resultText(saved.record));
  throw staleVersion(current satisfies SubmissionReview, text);
}

/**
 * Sets marks of many submissions, in one transaction and one batch. Members without a submission are skipped and
 * reported. If one is not what the page showed, nothing is written: 409 STALE_VERSION, with those records.
 */
export async function reviewMany(
  { store, content: { tasks } }: ReviewDeps,
  actor: string,
  { members, ...wanted }: ReviewMany,
): Promise<ReviewManyAnswer> {
  const batch = newBatch();
  const versions = new Map(members.map(({ uid, version }) => [uid, version]));
  return store.transact(async (trx) => {
    const skipped: string[] = [];
    const current: Member[] = [];
    for (const [uid, version] of versions) {
      try {
        const saved = await reviewSubmission(trx, { tasks, actor, uid, version, batch }, wanted);
        if ('outdated' in saved) current.push(saved.record);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        skipped.push(uid);
      }
    }
    if (current.length > 0) {
      throw staleVersion(current, reviewRefusals.someChanged(current.length, versions.size));
    }
    const changes = await trx.selectFrom('changes').select('seq').where('batch', '=', batch).execute();
    const seq = changes[0]?.seq ?? null;
    return { changed: changes.length, skipped, batch: seq === null ? null : batch, seq };
  });
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

/** Whether the write would replace something that its page did not show. A value that is already as wanted is not replaced. */
function outdatedBy(
  version: string,
  record: Member,
  review: StoredReview,
  { submissionReviewed, graded, send, draft, note, met }: Judgement,
): Outdated['outdated'] | null {
  const seen = version.split('/');
  const now = versionOf(record, review).split('/');
  const isOther = (part: number) => seen[part] !== now[part];
  if (isOther(0)) return 'replaced';
  const marks = [
    submissionReviewed !== undefined && submissionReviewed !== record.submissionReviewed,
    graded !== undefined && graded !== record.graded,
  ];
  const sends = send !== undefined && (draft || null) !== record.feedback;
  const isReview = marks.includes(true) || sends;
  const replaced = [
    isReview && (isOther(1) || ((sends || seen.length > 2) && isOther(2))),
    met !== undefined && met.join('\n') !== review.met.join('\n') && isOther(3),
    draft !== undefined && draft !== review.draft && isOther(4),
    note !== undefined && note !== review.note && isOther(5),
  ];
  return replaced.includes(true) ? 'changed' : null;
}

function feedbackOf(record: Member, draft: string, now: string): MemberWrite {
  const feedback = draft === '' ? null : draft;
  return feedback === record.feedback ? {} : { feedback, feedbackAt: feedback === null ? null : now };
}

interface Saved {
  tasks: Content['tasks'];
  actor: string;
  record: Member;
  review: StoredReview;
  wanted: Judgement;
}

/** Keeps draft, note and checklist, and notifies the open pages of administrators. The log holds none of the texts. */
async function keep(trx: Trx, { tasks, actor, record, review, wanted }: Saved): Promise<void> {
  const { met = review.met, draft = review.draft, note = review.note } = wanted;
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
    uid: actor,
    actor,
    kind: 'review-saved',
    at: savedAt,
    fields: { member: { old: null, new: record.uid }, savedAt: { old: null, new: savedAt } },
  });
}
