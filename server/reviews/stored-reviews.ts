import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Member } from '#domain/members.ts';
import { shownVersion } from '#domain/review.ts';
import type { Db } from '#server/store/open.ts';

/** The administrators' data about one submission. */
export interface StoredReview {
  met: string[];
  draft: string;
  note: string;
}

const emptyReview: StoredReview = { met: [], draft: '', note: '' };

const titles = z.array(z.string());

/** All reviews of a member's submissions, by the time of submission, which is empty where it is unknown. */
export async function storedReviews(db: Db, uid: string): Promise<Map<string, StoredReview>> {
  const rows = await db
    .selectFrom('reviews')
    .select(['submittedAt', 'met', 'draft', 'note'])
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

/** Names the state of a submission and its review, part by part; every change of a part gives it another name. */
export function versionOf(record: Member, { met, draft, note }: StoredReview): string {
  const texts = [met.join('\n'), draft, note].map((text) =>
    createHash('sha256').update(text).digest('base64url').slice(0, 12),
  );
  return [shownVersion(record), record.feedbackAt ?? '', ...texts].join('/');
}
