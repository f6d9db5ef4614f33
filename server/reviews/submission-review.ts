import type { SessionUser } from '#domain/accounts.ts';
import type { Member } from '#domain/members.ts';
import { repositoryKey } from '#domain/project-link.ts';
import {
  type ListedSubmission,
  listedSubmission,
  reviewedMember,
  type SubmissionReview,
  sameRepositoryCap,
} from '#domain/review.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import type { Content } from '#server/config/content.ts';
import { listColumns, toListItem } from '#server/members/member-row.ts';
import { findMember } from '#server/members/member-store.ts';
import { noSuchMember } from '#server/members/named-member.ts';
import { opinionsAbout } from '#server/members/opinions.ts';
import { isLate, readExtension } from '#server/members/season.ts';
import type { Db, Store } from '#server/store/open.ts';
import { claimOn } from './claims.ts';
import { formerSubmissions, type StoredReview } from './former-submissions.ts';
import { ownOpinionOf, removedMet, shownOpinions, taskOf } from './opinions.ts';
import { refuseOwn, reviewFor } from './reviewers-view.ts';

/** The account that reviews. */
export type Reviewer = Pick<SessionUser, 'uid' | 'role'>;

/** The parts of the portal that reviews use. */
export interface ReviewDeps {
  content: Content;
  store: Store;
}

/** All reviews of a member's submissions, by the time of submission, which is empty where it is unknown. */
async function storedReviews(db: Db, uid: string): Promise<(submittedAt: string | null) => StoredReview> {
  const rows = await db
    .selectFrom('reviews')
    .select(['submittedAt', 'draft', 'note'])
    .where('uid', '=', uid)
    .execute();
  const opinions = await opinionsAbout(db, [uid]);
  return (submittedAt) => {
    const key = submittedAt ?? '';
    const { draft = '', note = '' } = rows.find((row) => row.submittedAt === key) ?? {};
    return { draft, note, opinions: opinions.filter((one) => one.submittedAt === key) };
  };
}

export async function currentReview(db: Db, { uid, submittedAt }: Member): Promise<StoredReview> {
  return (await storedReviews(db, uid))(submittedAt);
}

/** Everything needed to judge one submission. Throws 404 MEMBER_NOT_FOUND, and 403 NOT_ALLOWED for one's own. */
export async function readReview(
  { store: { db }, content }: ReviewDeps,
  uid: string,
  reviewer: Reviewer,
): Promise<SubmissionReview> {
  refuseOwn(reviewer, uid);
  const seq = await latestSeq(db);
  const record = await findMember(db, uid);
  if (!record) throw noSuchMember();
  const reviewOf = await storedReviews(db, uid);
  const { opinions, ...shared } = reviewOf(record.submittedAt);
  const task = taskOf(content.tasks, record);
  const opinion = ownOpinionOf(opinions, reviewer.uid);
  const { ticks = {} } = opinions.find((one) => one.reviewer === reviewer.uid) ?? {};
  const others = shownOpinions(
    opinions.filter((one) => one.reviewer !== reviewer.uid),
    task,
  );
  const { until, late, earlierInTime } = await readExtension(db, { content }, uid);
  const former = await formerSubmissions(db, { record, tasks: content.tasks, reviewOf });
  return reviewFor(reviewer, content, {
    seq,
    member: reviewedMember.parse(record),
    late,
    earlierInTime,
    ...shared,
    claim: await claimOn(db, { uid, reviewer: reviewer.uid }),
    opinion,
    others: opinion.given ? others : [],
    otherOpinions: others.length,
    removedMet: removedMet(ticks, task),
    rules: rulesFor(reviewer, content.reviews),
    former: former.map(({ submissionTrack, ...each }) => ({
      ...each,
      late: isLate(content, { ...record, ...each, submissionTrack }, until),
    })),
    sameRepository: await othersWithRepository(db, record),
  });
}

/** The settings allow a reviewer this, and the administrator everything. */
export function rulesFor({ role }: Reviewer, { criteria, opinions, feedbackBy }: Content['reviews']) {
  const isAdministrator = role === 'administrator';
  return {
    criteria: criteria.map(({ name }) => name),
    opinions: Number(opinions),
    maySend: isAdministrator || feedbackBy === 'reviewers',
    mayMark: isAdministrator || opinions === '1',
  };
}

async function othersWithRepository(db: Db, { uid, githubLink }: Member): Promise<ListedSubmission[]> {
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
  return rows.map((row) => listedSubmission.parse(toListItem(row)));
}
