import type { ReactNode } from 'react';
import classes from './description-list.module.css';

/** Labels and values, one pair per line. */
export function DescriptionList({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.list}>
      {rows.map(({ label, value }) => (
        <div key={label} className={classes.row}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
