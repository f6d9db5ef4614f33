import { randomBytes } from 'node:crypto';
import { adminMessages, type Review, type ReviewMany, type ReviewManyAnswer } from '#domain/admin.ts';
import type { Member } from '#domain/members.ts';
import { Refusal } from '#server/http/refusal.ts';
import { changeMember, type MemberWrite } from '#server/members/member-store.ts';
import type { Store } from '#server/store/open.ts';

/** Sets one member's review. Throws 404 MEMBER_NOT_FOUND, and 409 NO_SUBMISSION where there is nothing to review. */
export async function reviewMember(
  store: Store,
  actor: string,
  uid: string,
  wanted: Review,
): Promise<Member> {
  const changed = await store.transact((trx) =>
    changeMember(trx, {
      uid,
      actor,
      kind: 'review-changed',
      write(current) {
        if (!isReviewable(current, wanted))
          throw new Refusal(409, 'NO_SUBMISSION', adminMessages.noSubmission);
        return asWrite(wanted);
      },
    }),
  );
  if (!changed) throw noSuchMember();
  return changed;
}

/** The same for many, in one transaction and one batch; who has nothing to review is left out and named. */
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
      await changeMember(trx, {
        uid,
        actor,
        kind: 'review-changed',
        batch,
        write(current) {
          reviewable = isReviewable(current, wanted);
          return reviewable ? asWrite(wanted) : null;
        },
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

/** A name for changes that are made, and undone, in one go. */
export function newBatch(): string {
  return randomBytes(12).toString('base64url');
}

/** Taking a mark away is always possible: a member who has submitted nothing should have none. */
function isReviewable(record: Member, wanted: Review): boolean {
  return record.githubLink !== null || !(wanted.submissionReviewed || wanted.graded);
}

function asWrite({ submissionReviewed, graded }: Review): MemberWrite {
  return {
    ...(submissionReviewed !== undefined && { submissionReviewed }),
    ...(graded !== undefined && { graded }),
  };
}
