import * as z from 'zod/mini';
import type { Member } from '#domain/members.ts';
import { repositoryKey } from '#domain/project-link.ts';
import {
  type SameRepository,
  type SubmissionReview,
  sameRepository,
  sameRepositoryCap,
} from '#domain/review.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import type { Content } from '#server/config/content.ts';
import { listColumns, toListItem } from '#server/members/member-row.ts';
import { findMember } from '#server/members/member-store.ts';
import { noSuchMember } from '#server/members/named-member.ts';
import { isLate, readExtension } from '#server/members/season.ts';
import type { Db, Store } from '#server/store/open.ts';
import { formerSubmissions, type StoredReview } from './former-submissions.ts';

/** The parts of the portal that reviews use. */
export interface ReviewDeps {
  content: Content;
  store: Store;
}

const emptyReview: StoredReview = { met: [], draft: '', note: '' };

const titles = z.array(z.string());

/** All reviews of a member's submissions, by the time of submission, which is empty where it is unknown. */
async function storedReviews(db: Db, uid: string): Promise<Map<string, StoredReview>> {
  const rows = await db
    .selectFrom('reviews')
    .select(['submittedAt', 'met', 'draft', 'note'])
    .where('uid', '=', uid)
    .execute();
  return new Map(
    rows.map(({ submittedAt, met, ...row }) => [submittedAt, { ...row, met: titles.parse(JSON.parse(met)) }]),
  );
}

export async function currentReview(db: Db, { uid, submittedAt }: Member): Promise<StoredReview> {
  return (await storedReviews(db, uid)).get(submittedAt ?? '') ?? emptyReview;
}

/** Everything needed to judge one submission. Throws 404 MEMBER_NOT_FOUND. */
export async function readReview(
  { store: { db }, content }: ReviewDeps,
  uid: string,
): Promise<SubmissionReview> {
  const seq = await latestSeq(db);
  const record = await findMember(db, uid);
  if (!record) throw noSuchMember();
  const reviews = await storedReviews(db, uid);
  const { until, late, earlierInTime } = await readExtension(db, { content }, uid);
  const former = await formerSubmissions(db, record, reviews);
  return {
    seq,
    member: record,
    late,
    earlierInTime,
    ...(reviews.get(record.submittedAt ?? '') ?? emptyReview),
    former: former.map(({ submissionTrack, ...each }) => ({
      ...each,
      late: isLate(content, { ...record, ...each, submissionTrack }, until),
    })),
    sameRepository: await othersWithRepository(db, record),
  };
}

async function othersWithRepository(db: Db, { uid, githubLink }: Member): Promise<SameRepository[]> {
  const repository = repositoryKey(githubLink);
  if (repository === '') return [];
  const rows = await db
    .selectFrom('members')
    .select(listColumns)
    .where('repository', '=', repository)
    .where('uid', '!=', uid)
    .orderBy('uid')
    .limit(sameRepositoryCap)
    .execute();
  return rows.map((row) => sameRepository.parse(toListItem(row)));
}
