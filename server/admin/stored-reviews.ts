import { z } from 'zod';
import type { Member } from '#domain/members.ts';
import type { Db } from '#server/store/open.ts';

/** The administrators' data about one submission. */
export interface StoredReview {
  met: string[];
  draft: string;
  note: string;
  /** Counts the writes; 0 before the first. */
  version: number;
}

const emptyReview: StoredReview = { met: [], draft: '', note: '', version: 0 };

const titles = z.array(z.string());

/** All reviews of a member's submissions, by the time of submission, which is empty where it is unknown. */
export async function storedReviews(db: Db, uid: string): Promise<Map<string, StoredReview>> {
  const rows = await db
    .selectFrom('reviews')
    .select(['submittedAt', 'met', 'draft', 'note', 'version'])
    .where('uid', '=', uid)
    .execute();
  return new Map(
    rows.map(({ submittedAt, met, ...row }) => [submittedAt, { ...row, met: titles.parse(JSON.parse(met)) }]),
  );
}

/** The review of the member's present submission. */
export async function currentReview(db: Db, { uid, submittedAt }: Member): Promise<StoredReview> {
  return (await storedReviews(db, uid)).get(submittedAt ?? '') ?? emptyReview;
}

/** Names the state of a submission and its review; every change of either gives another one. */
export function versionOf(record: Member, review: StoredReview): string {
  const { submittedAt, submissionReviewed, graded, feedbackAt } = record;
  const marks = `${Number(submissionReviewed)}${Number(graded)}`;
  return [submittedAt ?? '', marks, feedbackAt ?? '', review.version].join('/');
}

/** Whether a version was of another submission than the record's present one. */
export function isOfOtherSubmission(version: string, { submittedAt }: Member): boolean {
  return !version.startsWith(`${submittedAt ?? ''}/`);
}
