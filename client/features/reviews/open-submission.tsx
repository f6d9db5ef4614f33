import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { taskQuery } from '#client/features/tasks/queries.ts';
import iconButton from '#client/ui/icon-button.module.css';
import { type Member, submissionTrackOf } from '#domain/members.ts';
import { deskTexts, type SubmissionReview, versionShown } from '#domain/review.ts';
import barClasses from './decision-bar.module.css';
import { Judgement } from './judgement.tsx';
import { ReviewButton, type ReviewButtonProps } from './review-button.tsx';
import classes from './review-page.module.css';
import type { SubmissionProps } from './review-page.tsx';
import { SubmissionHistory, SubmissionView } from './submission-view.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import { useSavedText } from './use-saved-text.ts';
import { useSubmissionActions } from './use-submission-actions.ts';

interface OpenSubmissionProps extends SubmissionProps {
  review: SubmissionReview;
}

/** A submission with its review, and its keyboard shortcuts. */
export function OpenSubmission({ review, desk, reviews, keysEnabled, onHelp }: OpenSubmissionProps) {
  const { member } = review;
  const track = submissionTrackOf(member);
  const { data: task = null } = useQuery({ ...taskQuery(track ?? 'web'), enabled: track !== null });
  const version = versionShown(review, member);
  const { draft, note } = useReviewTexts(review, member, (write) => reviews.save(member, version, write));
  const feedbackField = useRef<HTMLTextAreaElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const snippetsButton = useRef<HTMLButtonElement>(null);

  const actions = useSubmissionActions({ review, member, version, draft, desk, reviews });
  const { hasUnsent, reviewedAndNext, openRepository } = actions;

  useDeskKeys(
    {
      reviewedAndNext,
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
      undo: actions.undo,
      help: onHelp,
    },
    { enabled: keysEnabled },
  );

  return (
    <>
      <div className={classes.columns}>
        <SubmissionView
          review={review}
          member={member}
          isSettled={actions.isSettled}
          onOpen={openRepository}
          onOpenMember={desk.open}
        />
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
            onReviewedAndNext={reviewedAndNext}
            onUndo={actions.undo}
          />
        </div>
        <SubmissionHistory review={review} onUseText={draft.setText} />
      </div>
      <DecisionBar
        desk={desk}
        isSubmitted={member.githubLink !== null}
        hasUnsent={hasUnsent}
        onReviewedAndNext={reviewedAndNext}
      />
    </>
  );
}

/** The feedback's draft and the private note, each saved while it is typed. */
function useReviewTexts(
  { member: { uid, submittedAt }, former: [former], ...review }: SubmissionReview,
  { feedback }: Member,
  save: (write: { draft: string } | { note: string }) => Promise<boolean>,
) {
  const name = `${uid}/${submittedAt}`;
  const formerName = former && `${uid}/${former.submittedAt}`;
  const draft = useSavedText({
    name: `${name}/draft`,
    formerName: formerName && `${formerName}/draft`,
    stored: review.draft,
    published: feedback ?? '',
    save: (text) => save({ draft: text }),
  });
  const note = useSavedText({
    name: `${name}/note`,
    formerName: formerName && `${formerName}/note`,
    stored: review.note,
    published: review.note,
    save: (text) => save({ note: text }),
  });
  return { draft, note };
}

interface DecisionBarProps extends ReviewButtonProps {
  desk: SubmissionProps['desk'];
}

/** Where the desk has one column: the main action, previous and next, always in sight and within reach of the thumb. */
function DecisionBar({ desk: { queue, go }, ...button }: DecisionBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={barClasses.bar} role="group" aria-label={deskTexts.review}>
      <button
        type="button"
        className={iconButton.button}
        aria-label={deskTexts.previous}
        disabled={!queue?.previous}
        onClick={() => void go('previous')}
      >
        <IconChevronLeft size={22} stroke={1.9} aria-hidden="true" />
      </button>
      <ReviewButton {...button} />
      <button
        type="button"
        className={iconButton.button}
        aria-label={deskTexts.next}
        disabled={!queue?.next}
        onClick={() => void go('next')}
      >
        <IconChevronRight size={22} stroke={1.9} aria-hidden="true" />
      </button>
    </div>
  );
}
