import type { Member } from '#domain/members.ts';
import { repositoryKey } from '#domain/project-link.ts';
import {
  type SameRepository,
  type SubmissionReview,
  sameRepository,
  sameRepositoryCap,
} from '#domain/review.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { listColumns, toListItem } from '#server/members/member-row.ts';
import { findMember } from '#server/members/member-store.ts';
import { noSuchMember } from '#server/members/named-member.ts';
import type { Db } from '#server/store/open.ts';
import { formerSubmissions } from './former-submissions.ts';
import { currentReview, versionOf } from './stored-reviews.ts';

/** Everything needed to judge one submission. Throws 404 MEMBER_NOT_FOUND. */
export async function readReview(db: Db, uid: string): Promise<SubmissionReview> {
  const seq = await latestSeq(db);
  const record = await findMember(db, uid);
  if (!record) throw noSuchMember();
  const review = await currentReview(db, record);
  return {
    seq,
    member: record,
    version: versionOf(record, review),
    met: review.met,
    draft: review.draft,
    note: review.note,
    former: await formerSubmissions(db, record),
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
