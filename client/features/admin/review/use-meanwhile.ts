import { useState } from 'react';
import type { SubmissionReview } from '#domain/review.ts';
import { meanwhileTexts, resultText } from '#domain/review-texts.ts';

interface OwnWrites {
  isOwn: (version: string) => boolean;
  isBusy: (uid: string) => boolean;
}

/** A text that says how somebody else changed the submission while it was open; null if nobody did. */
export function useMeanwhile({ member, version }: SubmissionReview, { isOwn, isBusy }: OwnWrites) {
  const [seen, setSeen] = useState({ version, submittedAt: member.submittedAt });
  const [text, setText] = useState<string | null>(null);
  // Until the answer to a write of this page is here, the stream's news may be about that write.
  if (version !== seen.version && !isBusy(member.uid)) {
    const { submittedAt } = member;
    setSeen({ version, submittedAt });
    if (submittedAt !== seen.submittedAt) setText(meanwhileTexts.replaced);
    else if (isOwn(version)) setText(null);
    else if (marksOf(version) !== marksOf(seen.version)) setText(meanwhileTexts.changed(resultText(member)));
  }
  return { text, dismiss: () => setText(null) };
}

/** The part of a version that names submission, marks and feedback. */
function marksOf(version: string): string {
  return version.slice(0, version.lastIndexOf('/'));
}
