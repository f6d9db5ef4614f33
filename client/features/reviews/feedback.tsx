import type { RefObject } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { Member } from '#domain/members.ts';
import { feedbackTexts } from '#domain/review.ts';
import classes from './feedback.module.css';
import { SavedTextField } from './saved-text-field.tsx';
import { Snippets } from './snippets.tsx';
import type { useSavedText } from './use-saved-text.ts';

interface FeedbackProps {
  member: Member;
  draft: ReturnType<typeof useSavedText>;
  field: RefObject<HTMLTextAreaElement | null>;
  snippetsButton: RefObject<HTMLButtonElement | null>;
  hasUnsent: boolean;
  disabled: boolean;
  onSend: () => void;
}

/** Feedback to the member: a draft until it is sent. */
export function Feedback({
  member,
  draft,
  field,
  snippetsButton,
  hasUnsent,
  disabled,
  onSend,
}: FeedbackProps) {
  const isEmpty = draft.text.trim() === '';
  const canTakeBack = isEmpty && member.feedback !== null;

  function insert(text: string) {
    const { text: former, setText } = draft;
    setText(former.trim() === '' ? text : `${former.trimEnd()}\n\n${text}`);
    field.current?.focus();
  }

  return (
    <div className={classes.feedback}>
      <SavedTextField
        ref={field}
        label={feedbackTexts.feedback}
        description={feedbackTexts.feedbackHint}
        value={draft}
        disabled={disabled}
        status={statusOf(member, draft)}
      />
      <div className={classes.actions}>
        <Snippets button={snippetsButton} draft={draft.text.trim()} onInsert={insert} />
        {(hasUnsent || canTakeBack) && (
          <Button variant="light" size="sm" onClick={onSend}>
            {canTakeBack
              ? feedbackTexts.takeBack
              : member.feedback === null
                ? feedbackTexts.send
                : feedbackTexts.sendChange}
          </Button>
        )}
      </div>
    </div>
  );
}

function statusOf({ feedback }: Member, { text, state }: FeedbackProps['draft']): string {
  if (state !== 'saved') return feedbackTexts[state];
  if (feedback === null) return feedbackTexts.draft;
  return text.trim() === feedback ? feedbackTexts.sent : feedbackTexts.changedDraft;
}
