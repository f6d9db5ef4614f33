import type { RefObject } from 'react';
import { Snippets } from '#client/member-ui/reviews/snippets.tsx';
import { Button } from '#client/ui/button.tsx';
import { feedbackTexts } from '#domain/desk-texts.ts';
import type { ReviewedMember } from '#domain/review.ts';
import { SavedTextField } from './saved-text-field.tsx';
import type { useSavedText } from './use-saved-text.ts';

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
export function Feedback({ member, draft, field, snippetsButton, isHeld, maySend, onSend }: FeedbackProps) {
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
        description={maySend ? feedbackTexts.feedbackHint : feedbackTexts.leadSends}
        value={draft}
        rows={6}
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
