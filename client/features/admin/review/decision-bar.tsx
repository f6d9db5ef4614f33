import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import iconButton from '#client/ui/icon-button.module.css';
import { deskTexts } from '#domain/review-texts.ts';
import classes from './decision-bar.module.css';
import { ReviewButton, type ReviewButtonProps } from './review-button.tsx';
import type { useDesk } from './use-desk.ts';

interface DecisionBarProps extends ReviewButtonProps {
  desk: ReturnType<typeof useDesk>;
}

/** Where the desk has one column: the main action, previous and next, always in sight and within reach of the thumb. */
export function DecisionBar({ desk: { queue, go }, ...button }: DecisionBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={classes.bar} role="group" aria-label={deskTexts.review}>
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
