import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { taskQuery } from '#client/features/tasks/queries.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import type { Member } from '#domain/members.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { meanwhileTexts } from '#domain/review-texts.ts';
import { useLive, useLiveRow } from '../live.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { Judgement } from './judgement.tsx';
import classes from './review-page.module.css';
import type { SubmissionProps } from './review-page.tsx';
import { SubmissionHistory, SubmissionView } from './submission-view.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import { useMeanwhile } from './use-meanwhile.ts';
import { useSavedText } from './use-saved-text.ts';
import { useSubmissionActions } from './use-submission-actions.ts';

interface OpenSubmissionProps extends SubmissionProps {
  review: SubmissionReview;
}

/** A submission with its review, and its keyboard shortcuts. */
export function OpenSubmission({ review, desk, writes, keysEnabled, onHelp }: OpenSubmissionProps) {
  const { records } = useLive();
  const member = useLiveRow(records, review.member, review.seq);
  const { data: task = null } = useQuery({
    ...taskQuery(member.developmentTrack ?? 'web'),
    enabled: member.developmentTrack !== null,
  });
  const meanwhile = useMeanwhile(review, writes);
  const { draft, note } = useReviewTexts(review, member, writes);
  const feedbackField = useRef<HTMLTextAreaElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const snippetsButton = useRef<HTMLButtonElement>(null);

  const actions = useSubmissionActions({ review, member, draft, desk, writes });
  const { hasUnsent, reviewedAndNext, openRepository } = actions;

  useDeskKeys(
    {
      reviewedAndNext: () => void reviewedAndNext(),
      next: () => void desk.go('next'),
      previous: () => void desk.go('previous'),
      reviewed: () => actions.mark('submissionReviewed'),
      graded: () => actions.mark('graded'),
      feedback: () => feedbackField.current?.focus(),
      snippets: () => snippetsButton.current?.click(),
      note: () => noteField.current?.focus(),
      requirement: (number) => {
        const title = task?.requirements[number - 1]?.title;
        if (title !== undefined) actions.toggleRequirement(title);
      },
      open: openRepository,
      undo: () => void writes.undo(),
      help: onHelp,
    },
    { enabled: keysEnabled },
  );

  return (
    <>
      <MeanwhileNotice {...meanwhile} />
      <div className={classes.columns}>
        <SubmissionView review={review} member={member} onOpen={openRepository} onOpenMember={desk.open} />
        <div className={classes.side}>
          <Judgement
            member={member}
            met={actions.met}
            task={task}
            draft={draft}
            note={note}
            feedbackField={feedbackField}
            noteField={noteField}
            snippetsButton={snippetsButton}
            hasUnsent={hasUnsent}
            onMark={actions.mark}
            onSend={actions.sendFeedback}
            onRequirement={actions.toggleRequirement}
            onReviewedAndNext={() => void reviewedAndNext()}
            onUndo={() => void writes.undo()}
          />
        </div>
        <SubmissionHistory review={review} onUseText={draft.setText} />
      </div>
      <DecisionBar
        desk={desk}
        isSubmitted={member.githubLink !== null}
        hasUnsent={hasUnsent}
        onReviewedAndNext={() => void reviewedAndNext()}
      />
    </>
  );
}

/** The feedback's draft and the private note, each saved while it is typed. */
function useReviewTexts(review: SubmissionReview, member: Member, writes: SubmissionProps['writes']) {
  const name = `${member.uid}/${member.submittedAt}`;
  const draft = useSavedText({
    name: `${name}/draft`,
    stored: review.draft,
    save: (text) => writes.save(member, { draft: text }),
  });
  const note = useSavedText({
    name: `${name}/note`,
    stored: review.note,
    save: (text) => writes.save(member, { note: text }),
  });
  return { draft, note };
}

/** The live region is there before its text: otherwise screen readers would not read it. */
function MeanwhileNotice({ text, dismiss }: ReturnType<typeof useMeanwhile>) {
  return (
    <div className={text ? classes.notice : undefined} aria-live="polite">
      {text && (
        <Notice tone="info" inLiveRegion>
          <span className={classes.noticeRow}>
            {text}
            <LinkButton onClick={dismiss}>{meanwhileTexts.dismiss}</LinkButton>
          </span>
        </Notice>
      )}
    </div>
  );
}
