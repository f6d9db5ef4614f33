import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { completedSteps, type ProgressRecord, stepStatusLabels, timeline } from '#domain/progress.ts';
import board from './board.module.css';
import { Cell } from './cell.tsx';
import classes from './progress-comb.module.css';
import { memberTexts } from './texts.ts';
import { trackStyles } from './track-style.ts';

interface ProgressCombProps {
  record: ProgressRecord | null;
  /** The project was submitted just now: its cell fills. */
  isNew?: boolean;
  /** Without a board. */
  plain?: boolean;
}

/** Registration progress as a strip of four cells; a screen reader hears each step with its state. */
export function ProgressComb({ record, isNew = false, plain }: ProgressCombProps) {
  const track = record?.developmentTrack;
  const steps = timeline(record);
  const next = steps.findIndex(({ status }) => status === 'current');
  return (
    <div className={plain ? undefined : board.board}>
      <ol className={classes.strip}>
        {steps.map(({ title, status }, index) => (
          <li
            key={title}
            className={`${layout.stackS} ${classes.step}`}
            data-status={status}
            {...(index === next && { 'aria-current': 'step' })}
          >
            <Cell
              status={status}
              track={track}
              later={index + 1}
              next={index === next}
              sent={index === 3 && Boolean(record?.githubLink) && (isNew ? 'now' : true)}
              {...(index === 1 && track && { glyph: trackStyles[track].icon })}
            />
            <span className={`${typography.fact} ${classes.label}`} aria-hidden="true">
              {memberTexts.stepNames[index]}
            </span>
            <VisuallyHidden>
              {title}: {stepStatusLabels[status]}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function ProgressCount({ record }: { record: ProgressRecord | null }) {
  return <p className={typography.fact}>{memberTexts.steps(completedSteps(record), 4)}</p>;
}
