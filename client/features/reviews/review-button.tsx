import { IconCheck } from '@tabler/icons-react';
import { Button } from '#client/ui/button.tsx';
import { deskKeys, deskTexts } from '#domain/review.ts';
import classes from './review-button.module.css';

export interface ReviewButtonProps {
  isSubmitted: boolean;
  /** There is feedback that the member has not seen. */
  hasUnsent: boolean;
  onReviewedAndNext: () => void;
}

/** The desk's main action, with its key. */
export function ReviewButton({ isSubmitted, hasUnsent, onReviewedAndNext }: ReviewButtonProps) {
  return (
    <Button
      disabled={!isSubmitted}
      leftSection={<IconCheck size={18} stroke={2} aria-hidden="true" />}
      rightSection={<kbd className={classes.key}>{deskKeys[0].keys[0]}</kbd>}
      onClick={onReviewedAndNext}
    >
      {hasUnsent ? deskTexts.sendAndNext : deskTexts.reviewedAndNext}
    </Button>
  );
}
