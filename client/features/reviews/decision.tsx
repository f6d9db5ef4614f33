import { useMediaQuery } from '#client/lib/use-media-query.ts';
import { Button } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { IconArrowLeft } from '#client/ui/icons.tsx';
import { KeyHint } from '#client/ui/key-hint.tsx';
import layout from '#client/ui/layout.module.css';
import { IconArrowBackUp, IconArrowRight } from '#client/ui/page-icons.ts';
import { deskKeys, deskTexts } from '#domain/desk-texts.ts';
import type { ReviewedMember } from '#domain/review.ts';

import classes from './decision.module.css';
import { threeColumns } from './queue.tsx';
import type { useDesk } from './use-desk.ts';
import type { useSubmissionActions } from './use-submission-actions.ts';

interface DecisionProps {
  member: ReviewedMember;
  desk: ReturnType<typeof useDesk>;
  actions: ReturnType<typeof useSubmissionActions>;
}

const marks = [
  { field: 'submissionReviewed', label: deskTexts.reviewed, key: 'R' },
  { field: 'graded', label: deskTexts.graded, key: 'G' },
] as const;

export function Marks({ member, actions, mayMark }: Omit<DecisionProps, 'desk'> & { mayMark: boolean }) {
  const isSubmitted = member.githubLink !== null;
  return (
    <div className={layout.pairs}>
      {marks.map(({ field, label, key }) => (
        <div key={field} className={`${layout.card} ${layout.ends} ${layout.mark}`}>
          <CheckField
            label={label}
            checked={member[field]}
            disabled={(!isSubmitted && !member[field]) || (field === 'submissionReviewed' && !mayMark)}
            aria-keyshortcuts={key}
            onChange={() => actions.mark(field)}
          />
          <KeyHint keys={key} />
        </div>
      ))}
    </div>
  );
}

/** The main action. In one column it is always in sight and within reach of the thumb, between previous and next. */
export function Decision({ member, desk: { queue, go }, actions }: DecisionProps) {
  const isWide = useMediaQuery(threeColumns);
  const [{ keys }] = deskKeys;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={classes.bar} data-screen-only role="group" aria-label={deskTexts.review}>
      {!isWide && <MoveButton step="previous" target={queue?.previous} go={go} />}
      <Button
        variant="filled"
        disabled={member.githubLink === null}
        rightSection={<KeyHint keys={keys[0]} />}
        aria-keyshortcuts={keys[0]}
        onClick={actions.reviewedAndNext}
      >
        {actions.hasUnsent ? deskTexts.sendAndNext : deskTexts.reviewedAndNext}
      </Button>
      {!isWide && <MoveButton step="next" target={queue?.next} go={go} />}
    </div>
  );
}

interface MoveButtonProps {
  step: 'previous' | 'next';
  target: string | null | undefined;
  go: DecisionProps['desk']['go'];
}

function MoveButton({ step, target, go }: MoveButtonProps) {
  return (
    <IconButton
      icon={step === 'previous' ? IconArrowLeft : IconArrowRight}
      pixels={20}
      className={classes.move}
      label={deskTexts[step]}
      // Stays focusable at the end of the queue, so that the focus does not jump away.
      aria-disabled={!target || undefined}
      onClick={() => void go(step)}
    />
  );
}

export function UndoButton({ onUndo }: { onUndo: () => void }) {
  return (
    <Button size="sm" icon={IconArrowBackUp} aria-keyshortcuts="Z" onClick={onUndo}>
      {deskTexts.undo}
    </Button>
  );
}
