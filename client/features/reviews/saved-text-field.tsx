import type { ReactNode, Ref } from 'react';
import { TextAreaField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { reviewLimits } from '#domain/review.ts';
import { feedbackTexts } from '#domain/review-texts.ts';
import classes from './saved-text-field.module.css';
import type { useSavedText } from './use-saved-text.ts';

interface SavedTextFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  description: string;
  value: ReturnType<typeof useSavedText>;
  rows: number;
  disabled?: boolean;
  /** Shown instead of whether it is saved. */
  status?: ReactNode;
}

/** A text that saves itself, with its state, and a choice if it was changed elsewhere. */
export function SavedTextField({ value, status, ...props }: SavedTextFieldProps) {
  const { text, setText, state, offered, isBeingWritten, adopt, other, keepMine, takeOther } = value;
  return (
    <div className={classes.field}>
      <TextAreaField
        {...props}
        value={text}
        maxLength={reviewLimits.text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className={`${typography.fact} ${classes.status}`} data-state={state} aria-live="polite">
        {state === 'saved' && text === '' ? null : (status ?? feedbackTexts[state])}
      </p>
      <div aria-live="polite">
        {offered !== null && (
          <div className={`${layout.card} ${layout.stackS} ${classes.other}`} data-tone="warning">
            <p>{isBeingWritten ? feedbackTexts.beingWritten : feedbackTexts.unsentElsewhere}</p>
            <p className={`${typography.written} ${classes.otherText}`}>{offered}</p>
            <p className={layout.row}>
              <LinkButton onClick={adopt}>{feedbackTexts.adopt}</LinkButton>
            </p>
          </div>
        )}
      </div>
      {other !== null && (
        <div className={`${layout.card} ${layout.stackS} ${classes.other}`} data-tone="warning" role="alert">
          <p>{feedbackTexts.otherVersion}</p>
          <p className={`${typography.written} ${classes.otherText}`}>{other === '' ? '–' : other}</p>
          <p className={layout.row}>
            <LinkButton onClick={keepMine}>{feedbackTexts.keepMine}</LinkButton>
            <LinkButton onClick={takeOther}>{feedbackTexts.takeOther}</LinkButton>
          </p>
        </div>
      )}
    </div>
  );
}
