import type { ComponentProps } from 'react';
import classes from './tick-box.module.css';

interface TickBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'aria-label'> {
  /** The accessible name, if no label beside it names it: in a table, the heading of the column does that visually. */
  label?: string;
}

/** A checkbox without visible text, cheap enough for every row of a long table. `CheckField` adds the text. */
export function TickBox({ label, ...props }: TickBoxProps) {
  return <input {...props} type="checkbox" className={classes.box} aria-label={label} />;
}
