import { useState } from 'react';
import type { Member } from '#domain/members.ts';
import { projectLink } from '#domain/project-link.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { deskTexts } from '#domain/review-texts.ts';
import { useNotify } from '../notifications.tsx';
import { openBeside } from './open-beside.ts';
import type { useDesk } from './use-desk.ts';
import type { useReviewWrites } from './use-review-writes.ts';
import type { useSavedText } from './use-saved-text.ts';

interface OpenSubmission {
  review: SubmissionReview;
  /** The record as it is now. */
  member: Member;
  draft: ReturnType<typeof useSavedText>;
  desk: ReturnType<typeof useDesk>;
  writes: ReturnType<typeof useReviewWrites>;
}

/** The actions of buttons and keys on the open submission. */
export function useSubmissionActions({ review, member, draft, desk, writes }: OpenSubmission) {
  const notify = useNotify();
  const { uid } = member;
  const isSubmitted = member.githubLink !== null;
  const feedback = draft.text.trim();
  const hasUnsent = feedback !== '' && feedback !== member.feedback;
  /** The checklist on its way to the server: the next tick adds to it. */
  const [unsavedMet, setUnsavedMet] = useState<readonly string[] | null>(null);
  const met = unsavedMet ?? review.met;

  /** The save runs in the background: the next submission is shown at once. */
  function saveReviewed(): void {
    desk.markReviewed(uid, true);
    const settle = hasUnsent ? draft.claim() : null;
    const write = { submissionReviewed: true, ...(hasUnsent && { draft: feedback, send: true as const }) };
    void writes.save(member, write).then((isSaved) => {
      settle?.(isSaved);
      if (!isSaved) desk.markReviewed(uid, false);
    });
  }

  return {
    /** There is feedback that the member has not seen. */
    hasUnsent,
    met,
    async reviewedAndNext(): Promise<void> {
      if (!isSubmitted) return void desk.go('next');
      if (!member.submissionReviewed || hasUnsent) saveReviewed();
      const moved = await desk.go('nextWaiting');
      if (moved === false) notify({ tone: 'success', text: deskTexts.finished });
    },
    mark(field: 'submissionReviewed' | 'graded'): void {
      const marked = !member[field];
      if (!isSubmitted && marked) return;
      if (field === 'submissionReviewed') desk.markReviewed(uid, marked);
      void writes.save(member, { [field]: marked });
    },
    sendFeedback(): void {
      const settle = draft.claim();
      void writes.save(member, { draft: feedback, send: true }).then(settle);
    },
    toggleRequirement(title: string): void {
      const wanted = met.includes(title) ? met.filter((other) => other !== title) : [...met, title];
      setUnsavedMet(wanted);
      void writes
        .save(member, { met: wanted })
        .then(() => setUnsavedMet((latest) => (latest === wanted ? null : latest)));
    },
    openRepository(): void {
      const link = member.githubLink === null ? null : projectLink(member.githubLink);
      if (link) openBeside(link.href);
    },
  };
}
