import { completedSteps, type ProgressRecord, timeline } from '#domain/progress.ts';
import classes from './progress-meter.module.css';
import { memberTexts } from './texts.ts';

/** Registration progress: one cell per step, and the count in words. */
export function ProgressMeter({ record }: { record: ProgressRecord | null }) {
  const steps = timeline(record);
  return (
    <div className={classes.meter}>
      <span className={classes.cells} aria-hidden="true">
        {steps.map((step) => (
          <span key={step.title} data-status={step.status} />
        ))}
      </span>
      <span className={classes.content}>{memberTexts.steps(completedSteps(record), steps.length)}</span>
    </div>
  );
}
