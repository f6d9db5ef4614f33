import type { ReactNode, Ref } from 'react';
import { TextAreaField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { deskTexts, feedbackTexts } from '#domain/desk-texts.ts';
import { reviewLimits } from '#domain/review.ts';

import classes from './saved-text-field.module.css';
import type { useSavedText } from './use-saved-text.ts';

interface SavedTextFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  description: string;
  value: ReturnType<typeof useSavedText>;
  rows: number;
  disabled?: boolean;
  readOnly?: boolean;
  /** Shown instead of whether it is saved. */
  status?: ReactNode;
}

/** A text that saves itself, with its state, and a choice if it was changed elsewhere. */
export function SavedTextField({ value, status, ...props }: SavedTextFieldProps) {
  const { is, text, setText, stored, keepMine, takeOther, former, useFormer } = value;
  return (
    <div className={classes.field}>
      <TextAreaField
        {...props}
        className={classes.parts ?? ''}
        value={text}
        maxLength={reviewLimits.text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className={`${typography.fact} ${classes.status}`} data-state={is} aria-live="polite">
        {is === 'clean' && text === '' ? null : (status ?? feedbackTexts[is])}
        {text.length >= reviewLimits.text && ` ${feedbackTexts.full(reviewLimits.text)}`}
      </p>
      <div aria-live="polite">
        {former !== null && (
          <div className={`${layout.card} ${layout.stackS} ${classes.other}`} data-tone="warning">
            <p>{feedbackTexts.unsavedFormer}</p>
            <p className={`${typography.written} ${classes.otherText}`}>{former}</p>
            <p className={layout.row}>
              <LinkButton onClick={useFormer}>{deskTexts.useText}</LinkButton>
            </p>
          </div>
        )}
      </div>
      {is === 'conflict' && (
        <div className={`${layout.card} ${layout.stackS} ${classes.other}`} data-tone="warning" role="alert">
          <p>{feedbackTexts.otherVersion}</p>
          <p className={`${typography.written} ${classes.otherText}`}>{stored === '' ? '–' : stored}</p>
          <p className={layout.row}>
            <LinkButton onClick={keepMine}>{feedbackTexts.keepMine}</LinkButton>
            <LinkButton onClick={takeOther}>{feedbackTexts.takeOther}</LinkButton>
          </p>
        </div>
      )}
    </div>
  );
}
