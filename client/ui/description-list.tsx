import type { ReactNode } from 'react';
import classes from './description-list.module.css';
import layout from './layout.module.css';
import typography from './typography.module.css';

interface DescriptionListProps {
  rows: readonly { label: string; value: ReactNode }[];
  /** The labels are the machine's words. */
  mono?: boolean;
}

export function DescriptionList({ rows, mono = false }: DescriptionListProps) {
  return (
    <dl className={layout.divided}>
      {rows.map(({ label, value }) => (
        <div key={label} className={`${layout.ends} ${classes.row}`}>
          <dt className={`${typography.wrap} ${mono ? typography.fact : typography.soft}`}>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
