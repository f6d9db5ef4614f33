import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Labels and their values, one pair a line. */
export function Facts({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.facts}>
      {rows.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
