import { useId } from 'react';
import { Link } from 'react-router';
import { chartTexts } from '#client/features/summary/texts.ts';
import { formatNumber } from '#client/lib/format.ts';
import { valueClass } from '#client/ui/description-list.tsx';
import type { Icon } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import hidden from '#client/ui/visually-hidden.module.css';
import classes from './breakdown.module.css';

export interface Part {
  key: string;
  label: string;
  count: number;
  to: string;
  icon?: Icon;
  /** A CSS colour; the accent if omitted. The label says the same. */
  color?: string;
}

/** The parts of a whole: a table of labels, bars, counts and shares. Each label links to its members. */
export function Breakdown({ title, parts, unit }: { title: string; parts: Part[]; unit: string }) {
  const id = useId();
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure className={layout.stackS}>
      <h3 id={id} className={typography.heading}>
        {title}
      </h3>
      <table aria-labelledby={id}>
        <thead className={hidden.hidden}>
          <tr>
            <th scope="col">{unit}</th>
            <th scope="col">{chartTexts.members}</th>
            <th scope="col">{chartTexts.share}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ key, label, count, to, icon: Glyph, color = 'var(--mark)' }) => {
            const share = all === 0 ? 0 : count / all;
            return (
              <tr key={key}>
                <th scope="row" className={classes.label}>
                  <span className={layout.line}>
                    {Glyph && <Glyph size={17} stroke={1.8} color={color} aria-hidden="true" />}
                    <Link to={to} className={valueClass(label)}>
                      {label}
                    </Link>
                  </span>
                  <span className={classes.rail} aria-hidden="true">
                    {count > 0 && (
                      <span className={classes.bar} style={{ width: `${100 * share}%`, background: color }} />
                    )}
                  </span>
                </th>
                <td className={`${classes.number} ${classes.count}`}>{formatNumber(count)}</td>
                <td className={`${typography.soft} ${classes.number}`}>{Math.round(100 * share)}%</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </figure>
  );
}
