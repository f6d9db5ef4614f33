import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { taskQuery } from '#client/features/tasks/queries.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import { projectLink } from '#domain/project-link.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { deskTexts, meanwhileTexts } from '#domain/review-texts.ts';
import { useLive, useLiveRow } from '../live.tsx';
import { useNotify } from '../notifications.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { Judgement } from './judgement.tsx';
import { openBeside } from './open-beside.ts';
import classes from './review-page.module.css';
import type { SubmissionProps } from './review-page.tsx';
import { SubmissionHistory, SubmissionView } from './submission-view.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import { useMeanwhile } from './use-meanwhile.ts';
import { useSavedText } from './use-saved-text.ts';

interface OpenSubmissionProps extends SubmissionProps {
  review: SubmissionReview;
}

/** A submission with its review, and the keys that act on it. */
export function OpenSubmission({ review, desk, writes, keysEnabled, onHelp }: OpenSubmissionProps) {
  const { records } = useLive();
  const notify = useNotify();
  const member = useLiveRow(records, review.member, review.seq);
  const { uid } = member;
  const { data: task = null } = useQuery({
    ...taskQuery(member.developmentTrack ?? 'web'),
    enabled: member.developmentTrack !== null,
  });
  const meanwhile = useMeanwhile(review, writes);
  const draft = useSavedText({
    name: `${uid}/draft`,
    stored: review.draft,
    save: (text) => writes.save(member, { draft: text }),
  });
  const note = useSavedText({
    name: `${uid}/note`,
    stored: review.note,
    save: (text) => writes.save(member, { note: text }),
  });
  const feedbackField = useRef<HTMLTextAreaElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const snippetsButton = useRef<HTMLButtonElement>(null);

  const isSubmitted = member.githubLink !== null;
  const feedback = draft.text.trim();
  const hasUnsent = feedback !== '' && feedback !== member.feedback;

  async function reviewedAndNext() {
    if (!isSubmitted) return void desk.go('next');
    if (!member.submissionReviewed || hasUnsent) {
      desk.markReviewed(uid, true);
      const settle = hasUnsent ? draft.claim() : null;
      const write = { submissionReviewed: true, ...(hasUnsent && { draft: feedback, send: true as const }) };
      void writes.save(member, write).then(async (isSaved) => {
        settle?.(isSaved);
        if (!isSaved) desk.markReviewed(uid, false);
      });
    }
    const moved = await desk.go('nextWaiting');
    if (!moved) notify({ tone: 'success', text: deskTexts.finished });
  }

  function mark(field: 'submissionReviewed' | 'graded') {
    const marked = !member[field];
    if (!isSubmitted && marked) return;
    if (field === 'submissionReviewed') desk.markReviewed(uid, marked);
    void writes.save(member, { [field]: marked });
  }

  function sendFeedback() {
    const settle = draft.claim();
    void writes.save(member, { draft: feedback, send: true }).then(settle);
  }

  function toggleRequirement(title: string) {
    const met = review.met.includes(title)
      ? review.met.filter((other) => other !== title)
      : [...review.met, title];
    void writes.save(member, { met });
  }

  function openRepository() {
    const link = member.githubLink === null ? null : projectLink(member.githubLink);
    if (link) openBeside(link.href);
  }

  useDeskKeys(
    {
      reviewedAndNext: () => void reviewedAndNext(),
      next: () => void desk.go('next'),
      previous: () => void desk.go('previous'),
      reviewed: () => mark('submissionReviewed'),
      graded: () => mark('graded'),
      feedback: () => feedbackField.current?.focus(),
      snippets: () => snippetsButton.current?.click(),
      note: () => noteField.current?.focus(),
      requirement: (number) => {
        const title = task?.requirements[number - 1]?.title;
        if (title !== undefined) toggleRequirement(title);
      },
      open: openRepository,
      undo: () => void writes.undo(),
      help: onHelp,
    },
    { enabled: keysEnabled },
  );

  return (
    <>
      <div className={meanwhile.text ? classes.notice : undefined} aria-live="polite">
        {meanwhile.text && (
          <Notice tone="info" inLiveRegion>
            <span className={classes.noticeRow}>
              {meanwhile.text}
              <LinkButton onClick={meanwhile.dismiss}>{meanwhileTexts.dismiss}</LinkButton>
            </span>
          </Notice>
        )}
      </div>
      <div className={classes.columns}>
        <SubmissionView review={review} member={member} onOpen={openRepository} onOpenMember={desk.open} />
        <div className={classes.side}>
          <Judgement
            member={member}
            met={review.met}
            task={task}
            draft={draft}
            note={note}
            feedbackField={feedbackField}
            noteField={noteField}
            snippetsButton={snippetsButton}
            hasUnsent={hasUnsent}
            onMark={mark}
            onSend={sendFeedback}
            onRequirement={toggleRequirement}
            onReviewedAndNext={() => void reviewedAndNext()}
            onUndo={() => void writes.undo()}
          />
        </div>
        <SubmissionHistory review={review} onUseText={draft.setText} />
      </div>
      <DecisionBar desk={desk} hasUnsent={hasUnsent} onReviewedAndNext={() => void reviewedAndNext()} />
    </>
  );
}
