import { type ChangedFields, changedFields } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import type { FormerSubmission } from '#domain/review.ts';
import type { TaskDefinition } from '#domain/tasks.ts';
import type { Content } from '#server/config/content.ts';
import type { StoredOpinion } from '#server/members/opinions.ts';
import type { Db } from '#server/store/open.ts';
import { shownOpinions, taskOf } from './opinions.ts';

/** The staff's data about one submission. */
export interface StoredReview {
  opinions: StoredOpinion[];
  draft: string;
  note: string;
}

/** How many former submissions are shown, and how many changes are read to find them. */
const shownCap = 5;
const changesCap = 200;

/** The part of a record that describes a submission. */
const submissionFields = [
  'submittedAt',
  'submissionTrack',
  'githubLink',
  'projectDescription',
  'submissionReviewed',
  'graded',
  'feedback',
  'feedbackAt',
] as const;
type Submission = Pick<Member, (typeof submissionFields)[number]>;
type FoundSubmission = Omit<FormerSubmission, 'late'> & Pick<Submission, 'submissionTrack'>;

/** The submissions that the member has replaced, newest first, found by walking the change log back from the record. */
export async function formerSubmissions(
  db: Db,
  {
    record,
    tasks,
    reviewOf,
  }: {
    record: Member;
    tasks: Content['tasks'];
    reviewOf: (submittedAt: string | null) => StoredReview;
  },
): Promise<FoundSubmission[]> {
  const changes = await db
    .selectFrom('changes')
    .select('fields')
    .where('uid', '=', record.uid)
    .where('kind', 'in', [
      'submission-sent',
      'review-changed',
      'undone',
      'record-recovered',
      'record-corrected',
    ])
    .orderBy('seq', 'desc')
    .limit(changesCap)
    .execute();
  const former = new Map<string, FoundSubmission>();
  const current = keyOf(record.submittedAt);
  let state: Submission = record;
  for (const row of changes) {
    const fields = changedFields.parse(JSON.parse(row.fields));
    state = before(fields, state);
    if (!('submittedAt' in fields) || !state.githubLink) continue;
    const key = keyOf(state.submittedAt);
    if (key === current || former.has(key)) continue;
    const task = taskOf(tasks, { ...record, ...state });
    former.set(key, present(state, state.githubLink, { ...reviewOf(key), task }));
    if (former.size === shownCap) break;
  }
  return [...former.values()];
}

function keyOf(submittedAt: string | null): string {
  return submittedAt ?? '';
}

function before(fields: ChangedFields, after: Submission): Submission {
  const old: Record<string, unknown> = {};
  for (const field of submissionFields) {
    const value = fields[field]?.old;
    if (value !== undefined) old[field] = value;
  }
  return { ...after, ...old };
}

function present(
  state: Submission,
  githubLink: string,
  review: StoredReview & { task: TaskDefinition | undefined },
): FoundSubmission {
  return {
    submittedAt: state.submittedAt,
    submissionTrack: state.submissionTrack,
    githubLink,
    projectDescription: state.projectDescription,
    submissionReviewed: state.submissionReviewed,
    graded: state.graded,
    feedback: state.feedback,
    feedbackAt: state.feedbackAt,
    opinions: shownOpinions(review.opinions, review.task),
    draft: review.draft,
    note: review.note,
  };
}
