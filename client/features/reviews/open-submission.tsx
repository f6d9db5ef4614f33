import { useQuery } from '@tanstack/react-query';
import type { ReactNode, Ref, RefObject } from 'react';
import { OutcomeChoice } from '#client/member-ui/results/outcome-choice.tsx';
import { Snippets } from '#client/member-ui/reviews/snippets.tsx';
import { nameOf, type Reviews } from '#client/member-ui/reviews/use-reviews.ts';
import { taskQuery } from '#client/member-ui/task-query.ts';
import { useAdministrator } from '#client/session/administrator.ts';
import { Button } from '#client/ui/button.tsx';
import { TextAreaField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { deskTexts, feedbackTexts } from '#domain/desk-texts.ts';
import { submissionTrackOf } from '#domain/members.ts';
import { type ReviewedMember, reviewLimits, type SubmissionReview } from '#domain/review.ts';
import { Decision, Marks, UndoButton } from './decision.tsx';
import { OtherOpinions, OwnOpinion } from './opinions.tsx';
import { Requirements } from './requirements.tsx';
import classes from './review-page.module.css';
import fieldClasses from './saved-text-field.module.css';
import { SubmissionHistory, SubmissionView } from './submission-view.tsx';
import type { useDesk } from './use-desk.ts';
import { useSavedText } from './use-saved-text.ts';
import { useDeskCommands, useSubmissionActions } from './use-submission-actions.ts';

export interface SubmissionProps {
  uid: string;
  desk: ReturnType<typeof useDesk>;
  reviews: Reviews;
  keysEnabled: boolean;
  onHelp: () => void;
}

interface OpenSubmissionProps extends SubmissionProps {
  review: SubmissionReview;
}

/** A submission and its review, in the order of the work: what was submitted, requirements, feedback, decision. */
export function OpenSubmission({ review, desk, reviews, keysEnabled, onHelp }: OpenSubmissionProps) {
  const { member } = review;
  const isAdministrator = useAdministrator() !== null;
  const track = submissionTrackOf(member);
  const { data: task = null } = useQuery({ ...taskQuery(track ?? 'web'), enabled: track !== null });
  const { draft, note, comment } = useReviewTexts(review, reviews);
  const actions = useSubmissionActions({ review, draft, desk, reviews });
  const fields = useDeskCommands({ actions, desk, task, keysEnabled, onHelp });

  return (
    <>
      <SubmissionView
        review={review}
        isSettled={actions.isSettled}
        onOpen={actions.openRepository}
        onOpenMember={desk.open}
      >
        <Requirements
          member={member}
          task={task}
          met={review.opinion.met}
          removed={review.removedMet}
          onToggle={actions.toggleRequirement}
        />
      </SubmissionView>
      <div className={`${layout.stackL} ${classes.side}`}>
        <div className={`${layout.stackL} ${classes.judgement}`}>
          <Feedback
            member={member}
            draft={draft}
            field={fields.feedback}
            snippetsButton={fields.snippets}
            isHeld={review.claim?.mine === false}
            maySend={review.rules.maySend}
            onSend={actions.sendFeedback}
          />
          <OwnOpinion review={review} reviews={reviews} score={fields.score} />
          <SavedTextField
            ref={fields.comment}
            label={feedbackTexts.comment}
            placeholder={feedbackTexts.commentHint}
            value={comment}
            rows={2}
          />
          <OtherOpinions review={review} />
          <SavedTextField
            ref={fields.note}
            label={feedbackTexts.note}
            placeholder={feedbackTexts.noteHint}
            value={note}
            rows={2}
          />
          <Marks member={member} actions={actions} mayMark={review.rules.mayMark} />
          {isAdministrator && (
            <OutcomeChoice uid={member.uid} name={nameOf(member)} onDecide={actions.decided} />
          )}
          <div className={layout.row}>
            <UndoButton onUndo={actions.undo} />
          </div>
        </div>
        <Decision member={member} desk={desk} actions={actions} />
      </div>
      <SubmissionHistory review={review} onUseText={draft.setText} />
    </>
  );
}

/** The feedback's draft, the private note and the comment, each saved while it is typed. */
function useReviewTexts({ member, former: [former], ...review }: SubmissionReview, { save }: Reviews) {
  const { uid, submittedAt } = member;
  const optionsOf = (field: 'draft' | 'note' | 'comment', stored: string) => ({
    name: `${uid}/${submittedAt}/${field}`,
    formerName: former && `${uid}/${former.submittedAt}/${field}`,
    stored,
    save: (text: string, replaced: string) => {
      const set =
        field === 'comment' ? { opinion: { comment: text, unfinished: true as const } } : { [field]: text };
      return save(member, { submittedAt, [field]: replaced }, set);
    },
  });
  return {
    draft: useSavedText(optionsOf('draft', review.draft)),
    note: useSavedText(optionsOf('note', review.note)),
    comment: useSavedText(optionsOf('comment', review.opinion.comment)),
  };
}

interface FeedbackProps {
  member: ReviewedMember;
  draft: ReturnType<typeof useSavedText>;
  field: RefObject<HTMLTextAreaElement | null>;
  snippetsButton: RefObject<HTMLButtonElement | null>;
  /** Another reviewer has the submission open, and writes the feedback. */
  isHeld: boolean;
  maySend: boolean;
  onSend: () => void;
}

/** Feedback to the member: a draft until it is sent. */
function Feedback({ member, draft, field, snippetsButton, isHeld, maySend, onSend }: FeedbackProps) {
  const isUnsent = draft.text.trim() !== '' && draft.text.trim() !== member.feedback;
  const canWithdraw = draft.text.trim() === '' && member.feedback !== null;

  function insert(text: string) {
    const { text: former, setText } = draft;
    setText(former.trim() === '' ? text : `${former.trimEnd()}\n\n${text}`);
    field.current?.focus();
  }

  return (
    <>
      <SavedTextField
        ref={field}
        label={feedbackTexts.feedback}
        placeholder={maySend ? feedbackTexts.feedbackHint : feedbackTexts.leadSends}
        value={draft}
        rows={5}
        disabled={member.githubLink === null}
        readOnly={isHeld}
        status={statusOf(member, draft)}
      />
      <Snippets
        kind="feedback"
        label={feedbackTexts.snippets}
        button={snippetsButton}
        draft={draft.text.trim()}
        onInsert={insert}
      >
        {maySend && !isHeld && (isUnsent || canWithdraw) && (
          <Button variant="light" size="sm" onClick={onSend}>
            {canWithdraw
              ? feedbackTexts.withdraw
              : member.feedback === null
                ? feedbackTexts.send
                : feedbackTexts.sendChange}
          </Button>
        )}
      </Snippets>
    </>
  );
}

function statusOf({ feedback }: ReviewedMember, draft: FeedbackProps['draft']): string {
  if (draft.is !== 'clean') return feedbackTexts[draft.is];
  if (draft.text.trim() === feedback) return feedbackTexts.sent;
  if (draft.isFromElsewhere) return feedbackTexts.fromElsewhere;
  return feedback === null ? feedbackTexts.draft : feedbackTexts.changedDraft;
}

interface SavedTextFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  placeholder: string;
  value: ReturnType<typeof useSavedText>;
  rows: number;
  disabled?: boolean;
  readOnly?: boolean;
  /** Shown instead of whether it is saved. */
  status?: ReactNode;
}

/** A text that saves itself, with its state, and a choice if it was changed elsewhere. */
function SavedTextField({ value, status, ...props }: SavedTextFieldProps) {
  const { is, text, setText, stored, keepMine, takeOther, former, useFormer } = value;
  return (
    <div className={fieldClasses.field}>
      <TextAreaField
        {...props}
        className={fieldClasses.parts ?? ''}
        value={text}
        maxLength={reviewLimits.text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className={`${typography.fact} ${fieldClasses.status}`} data-state={is} aria-live="polite">
        {is === 'clean' && text === '' ? null : (status ?? feedbackTexts[is])}
        {text.length >= reviewLimits.text && ` ${feedbackTexts.full(reviewLimits.text)}`}
      </p>
      <div aria-live="polite">
        {former !== null && (
          <div className={`${layout.card} ${layout.stackS} ${fieldClasses.other}`} data-tone="warning">
            <p>{feedbackTexts.unsavedFormer}</p>
            <p className={`${typography.written} ${fieldClasses.otherText}`}>{former}</p>
            <p className={layout.row}>
              <LinkButton onClick={useFormer}>{deskTexts.useText}</LinkButton>
            </p>
          </div>
        )}
      </div>
      {is === 'conflict' && (
        <div
          className={`${layout.card} ${layout.stackS} ${fieldClasses.other}`}
          data-tone="warning"
          role="alert"
        >
          <p>{feedbackTexts.otherVersion}</p>
          <p className={`${typography.written} ${fieldClasses.otherText}`}>{stored === '' ? '–' : stored}</p>
          <p className={layout.row}>
            <LinkButton onClick={keepMine}>{feedbackTexts.keepMine}</LinkButton>
            <LinkButton onClick={takeOther}>{feedbackTexts.takeOther}</LinkButton>
          </p>
        </div>
      )}
    </div>
  );
}
