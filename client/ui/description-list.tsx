import type { ReactNode } from 'react';
import classes from './description-list.module.css';
import layout from './layout.module.css';
import typography from './typography.module.css';

export function DescriptionList({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={layout.divided}>
      {rows.map(({ label, value }) => (
        <div key={label} className={`${layout.ends} ${classes.row}`}>
          <dt className={typography.soft}>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
