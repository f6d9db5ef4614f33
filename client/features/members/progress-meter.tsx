import { completedSteps, type ProgressRecord, timeline } from '#domain/progress.ts';
import classes from './progress-meter.module.css';

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
      <span className={classes.content}>
        {completedSteps(record)} of {steps.length} steps completed
      </span>
    </div>
  );
}
