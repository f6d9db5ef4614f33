import { type ChangedFields, changedFields, isTextExcerpt } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import type { FormerSubmission } from '#domain/review.ts';
import { readReplaced } from '#server/store/long-texts.ts';
import type { Db } from '#server/store/open.ts';
import { type StoredReview, storedReviews } from './stored-reviews.ts';

/** How many former submissions are shown, and how many changes are read to find them. */
const shownCap = 5;
const changesCap = 200;

/** The part of a record that describes a submission. A long text that is no longer stored is undefined. */
type Submission = {
  [Field in (typeof submissionFields)[number]]: Member[Field] | undefined;
};
const submissionFields = [
  'submittedAt',
  'githubLink',
  'projectDescription',
  'submissionReviewed',
  'graded',
  'feedback',
  'feedbackAt',
] as const;

/** The submissions that the member has replaced, newest first, found by walking the change log back from the record. */
export async function formerSubmissions(db: Db, record: Member): Promise<FormerSubmission[]> {
  const changes = await db
    .selectFrom('changes')
    .select(['seq', 'fields'])
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
  const reviews = await storedReviews(db, record.uid);
  const former = new Map<string, FormerSubmission>();
  const current = keyOf(record.submittedAt);
  let state: Submission = record;
  for (const { seq, fields: json } of changes) {
    const fields = changedFields.parse(JSON.parse(json));
    state = await before(db, seq, fields, state);
    if (!('submittedAt' in fields) || !state.githubLink) continue;
    const key = keyOf(state.submittedAt);
    if (key === current || former.has(key)) continue;
    former.set(key, present(state, state.githubLink, reviews.get(key)));
    if (former.size === shownCap) break;
  }
  return [...former.values()];
}

function keyOf(submittedAt: string | null | undefined): string {
  return submittedAt ?? '';
}

async function before(db: Db, seq: number, fields: ChangedFields, after: Submission): Promise<Submission> {
  const old: Record<string, unknown> = {};
  for (const field of submissionFields) {
    const value = fields[field]?.old;
    if (value !== undefined) old[field] = value;
  }
  if (isTextExcerpt(old.projectDescription)) {
    old.projectDescription = (await readReplaced(db, seq))?.projectDescription;
  }
  return { ...after, ...old };
}

function present(state: Submission, githubLink: string, review: StoredReview | undefined): FormerSubmission {
  return {
    submittedAt: state.submittedAt ?? null,
    githubLink,
    projectDescription: state.projectDescription ?? null,
    submissionReviewed: state.submissionReviewed ?? false,
    graded: state.graded ?? false,
    feedback: state.feedback ?? null,
    feedbackAt: state.feedbackAt ?? null,
    met: review?.met ?? [],
    draft: review?.draft ?? '',
    note: review?.note ?? '',
  };
}
