import type { ComponentProps } from 'react';
import classes from './tick-box.module.css';

interface TickBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'aria-label'> {
  /** Names it for screen readers: it stands in a table, whose heading names it for the eye. */
  label: string;
}

/** A checkbox without a text beside it, light enough to stand in every row of a long table. */
export function TickBox({ label, ...props }: TickBoxProps) {
  return (
    <span className={classes.place}>
      <input {...props} type="checkbox" className={classes.box} aria-label={label} />
    </span>
  );
}
