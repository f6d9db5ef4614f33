import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { adminMessages, type Review, type ReviewMany, type ReviewManyAnswer } from '#domain/admin.ts';
import { type Member, memberUid } from '#domain/members.ts';
import { readMessagesOf } from '#server/forms/member-messages.ts';
import { Refusal } from '#server/http/refusal.ts';
import { changeMember, type MemberChange, type MemberWrite } from '#server/members/member-store.ts';
import type { Store, Trx } from '#server/store/open.ts';
import { planReviewMail } from './review-mails.ts';

/**
 * The one way to write a review: every mark and every feedback, of one member or many, comes through here. `write` is
 * as for `changeMember`.
 */
export async function writeReview(
  trx: Trx,
  change: { uid: string; actor: string; batch?: string },
  write: MemberChange['write'],
): Promise<Member | null> {
  let before: Member | undefined;
  let at = '';
  const after = await changeMember(trx, {
    ...change,
    kind: 'review-changed',
    write(current, now) {
      before = current;
      at = now;
      return write(current, now);
    },
  });
  if (!before || !after || before === after) return after;
  await planReviewMail(trx, before, after, new Date(at));
  if (after.submissionReviewed && !before.submissionReviewed) {
    await readMessagesOf(trx, { member: change.uid, actor: change.actor, at });
  }
  return after;
}

/** Sets one member's marks. Throws 404 MEMBER_NOT_FOUND, and 409 NO_SUBMISSION if there is nothing to review. */
export async function reviewMember(
  store: Store,
  actor: string,
  uid: string,
  wanted: Review,
): Promise<Member> {
  const changed = await store.transact((trx) =>
    writeReview(trx, { uid, actor }, (current) => {
      if (!isReviewable(current, wanted)) {
        throw new Refusal(409, 'NO_SUBMISSION', adminMessages.noSubmission);
      }
      return marksOf(wanted);
    }),
  );
  if (!changed) throw noSuchMember();
  return changed;
}

/** The same for many, in one transaction and one batch. Members without a submission are skipped and reported. */
export async function reviewMembers(
  store: Store,
  actor: string,
  { uids, ...wanted }: ReviewMany,
): Promise<ReviewManyAnswer> {
  const batch = newBatch();
  return store.transact(async (trx) => {
    const skipped: string[] = [];
    for (const uid of new Set(uids)) {
      let reviewable = false;
      await writeReview(trx, { uid, actor, batch }, (current) => {
        reviewable = isReviewable(current, wanted);
        return reviewable ? marksOf(wanted) : null;
      });
      if (!reviewable) skipped.push(uid);
    }
    const changes = await trx.selectFrom('changes').select('seq').where('batch', '=', batch).execute();
    const seq = changes[0]?.seq ?? null;
    return { changed: changes.length, skipped, batch: seq === null ? null : batch, seq };
  });
}

export function noSuchMember(): Refusal {
  return new Refusal(404, 'MEMBER_NOT_FOUND', adminMessages.memberMissing);
}

/** The member that the address names. Throws 404 MEMBER_NOT_FOUND for a text that no id can be. */
export function uidOf(c: Context): string {
  const uid = memberUid.safeParse(c.req.param('uid'));
  if (!uid.success) throw noSuchMember();
  return uid.data;
}

/** An id for changes that are made and undone together. */
export function newBatch(): string {
  return randomBytes(12).toString('base64url');
}

interface Marks {
  submissionReviewed?: boolean | undefined;
  graded?: boolean | undefined;
}

/** A mark can always be removed: a member without a submission should have none. */
export function isReviewable(record: Member, wanted: Marks): boolean {
  return record.githubLink !== null || !(wanted.submissionReviewed || wanted.graded);
}

export function marksOf({ submissionReviewed, graded }: Marks): MemberWrite {
  return {
    ...(submissionReviewed !== undefined && { submissionReviewed }),
    ...(graded !== undefined && { graded }),
  };
}
