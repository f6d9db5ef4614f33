import type { ReactNode } from 'react';
import classes from './description-list.module.css';
import { EmailText } from './email-text.tsx';
import layout from './layout.module.css';
import typography from './typography.module.css';

interface DescriptionListProps {
  rows: readonly { label: string; value: ReactNode }[];
  /** The labels are the machine's words. */
  mono?: boolean;
}

/** Labels in one column, and their values in another; in a narrow place all values are below their labels. */
export function DescriptionList({ rows, mono = false }: DescriptionListProps) {
  return (
    <dl className={layout.divided}>
      {rows.map(({ label, value }) => (
        <div key={label} className={classes.row}>
          <dt className={mono ? typography.fact : `${typography.wrap} ${typography.soft}`}>{label}</dt>
          <dd className={valueClass(value)}>{isAddress(value) ? <EmailText email={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function isAddress(value: ReactNode): value is string {
  return typeof value === 'string' && value.includes('@');
}

/** The machine's words have a number or an address in them: IDs, dates, sizes. The year of study is a name. */
export function valueClass(value: ReactNode): string {
  const isMachine = typeof value === 'string' && /[\d@]|ago$/.test(value) && !value.endsWith(' Year');
  return `${typography.wrap} ${isMachine ? typography.data : ''}`;
}
