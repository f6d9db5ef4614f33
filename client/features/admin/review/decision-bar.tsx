import { IconCheck, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Button } from '#client/ui/button.tsx';
import iconButton from '#client/ui/icon-button.module.css';
import { deskTexts } from '#domain/review-texts.ts';
import classes from './decision-bar.module.css';
import type { useDesk } from './use-desk.ts';

interface DecisionBarProps {
  desk: ReturnType<typeof useDesk>;
  hasUnsent: boolean;
  onReviewedAndNext: () => void;
}

/** On a phone: the main action, previous and next, within reach of the thumb. */
export function DecisionBar({ desk: { queue, go }, hasUnsent, onReviewedAndNext }: DecisionBarProps) {
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
      <Button leftSection={<IconCheck size={18} stroke={2} aria-hidden="true" />} onClick={onReviewedAndNext}>
        {hasUnsent ? deskTexts.sendAndNext : deskTexts.reviewedAndNext}
      </Button>
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
