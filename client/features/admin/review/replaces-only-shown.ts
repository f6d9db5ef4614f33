import type { ReviewWrite, SubmissionReview } from '#domain/review.ts';

type Judged = Pick<SubmissionReview, 'member' | 'draft' | 'note' | 'met'>;

const reviewFields = ['submissionReviewed', 'graded', 'feedback'] as const;

/**
 * Whether a write that was refused for its version would still replace nothing but what the page showed. Then it can be
 * sent again; otherwise the other administrator's change must be seen before it is overwritten.
 */
export function replacesOnlyShown(write: Omit<ReviewWrite, 'version'>, shown: Judged, now: Judged): boolean {
  if (now.member.submittedAt !== shown.member.submittedAt) return false;
  const isReview = 'submissionReviewed' in write || 'graded' in write || 'send' in write;
  if (isReview && reviewFields.some((field) => now.member[field] !== shown.member[field])) return false;
  return (
    (write.draft === undefined || now.draft === shown.draft) &&
    (write.note === undefined || now.note === shown.note) &&
    (write.met === undefined || now.met.join('\n') === shown.met.join('\n'))
  );
}
