import type { SessionUser } from '#domain/accounts.ts';
import type { MemberFilter } from '#domain/member-list.ts';
import { listedSubmission, ownerFields, type SubmissionList, type SubmissionReview } from '#domain/review.ts';
import { reviewRefusals } from '#domain/review-texts.ts';
import type { Content } from '#server/config/content.ts';
import { Refusal } from '#server/http/refusal.ts';
import { listMembers } from '#server/members/member-list.ts';
import type { Search } from '#server/members/member-query.ts';
import type { Db } from '#server/store/open.ts';

type Reviewer = Pick<SessionUser, 'uid' | 'role'>;

/** Refuses a reviewer who is also a member and has submitted a project: nobody reviews themselves, nor reads what is said of it. */
export function refuseOwn({ uid, role }: Reviewer, member: string): void {
  if (role !== 'administrator' && uid === member) throw new Refusal(403, 'NOT_ALLOWED', reviewRefusals.own);
}

/** Whether this person reviews blind: without knowing whose a submission is. */
export function isBlind({ role }: Pick<Reviewer, 'role'>, { reviews }: Pick<Content, 'reviews'>): boolean {
  return role !== 'administrator' && reviews.blind;
}

function withoutOwner<Of extends object>(of: Of): Of {
  const fields: readonly string[] = ownerFields;
  return Object.fromEntries(Object.entries(of).filter(([name]) => !fields.includes(name))) as Of;
}

/** A submission as this reviewer may see it. */
export function reviewFor(reviewer: Reviewer, content: Content, review: SubmissionReview): SubmissionReview {
  const { member, sameRepository } = review;
  if (isBlind(reviewer, content))
    return { ...review, member: withoutOwner(member), sameRepository: sameRepository.map(withoutOwner) };
  // A reviewer has no use for a member who has submitted nothing.
  const hidden = reviewer.role !== 'administrator' && member.githubLink === null;
  return hidden ? { ...review, member: withoutOwner(member) } : review;
}

/** A filter of the queue for this reviewer, without their own submission, whose search finds no more than they may see. */
export function filterFor(reviewer: Reviewer, content: Content, asked: MemberFilter): Search {
  const filter = { ...asked, viewer: reviewer.uid };
  if (reviewer.role === 'administrator') return filter;
  const others = { except: reviewer.uid };
  if (!isBlind(reviewer, content)) return { ...filter, ...others, finds: 'names' };
  const { year: _, ...rest } = filter;
  return { ...rest, ...others, finds: 'projects' };
}

/** A page of the queue's list, oldest first: those that wait for review, unless the filter asks for others. */
export async function listSubmissions(
  db: Db,
  content: Content,
  reviewer: Reviewer,
  { cursor, limit, ...filter }: MemberFilter & { cursor?: string | undefined; limit: number },
): Promise<SubmissionList> {
  const { members, nextCursor } = await listMembers(db, content, {
    ...{ reviewed: false, ...filterFor(reviewer, content, filter), submitted: true },
    ...{ sort: 'submittedAt', dir: 'asc', cursor, limit },
  });
  const rows = members.map((row) => listedSubmission.parse(row));
  return { members: isBlind(reviewer, content) ? rows.map(withoutOwner) : rows, nextCursor };
}
