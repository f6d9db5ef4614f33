import { useId } from 'react';
import { Link } from 'react-router';
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
  /** Undefined if it is not known. */
  count: number | undefined;
  /** The count of the season that is compared. */
  last?: number | undefined;
  to?: string;
  icon?: Icon;
  /** A CSS colour; the accent if omitted. The label says the same. */
  color?: string;
}

interface BreakdownProps {
  title: string;
  parts: Part[];
  /** The headings of labels, counts and counts that are compared: shown if there are such. */
  columns: readonly [string, string, string | undefined];
}

/** The parts of a whole: a table of labels, bars, counts and shares. Each label links to its members. */
export function Breakdown({ title, parts, columns: [unit, counted, compared] }: BreakdownProps) {
  const id = useId();
  const all = sum(parts, ({ count }) => count);
  const allCompared = sum(parts, ({ last }) => last);
  return (
    <figure className={layout.stackS}>
      <h3 id={id} className={compared ? typography.title : typography.heading}>
        {title}
      </h3>
      <table className={classes.table} aria-labelledby={id}>
        <thead className={compared ? typography.fact : hidden.hidden}>
          <tr>
            <th scope="col">
              <span className={hidden.hidden}>{unit}</span>
            </th>
            <th scope="col">{counted}</th>
            <th scope="col">Share</th>
            {compared && <th scope="col">{compared}</th>}
          </tr>
        </thead>
        <tbody>
          {parts.map(({ key, label, count, last, to, icon: Glyph, color = 'var(--mark)' }) => (
            <tr key={key}>
              <th scope="row">
                <span className={layout.media}>
                  {Glyph && <Glyph size={17} stroke={1.8} color={color} aria-hidden="true" />}
                  {to ? (
                    <Link to={to} className={`${typography.name} ${valueClass(label)}`}>
                      {label}
                    </Link>
                  ) : (
                    label
                  )}
                </span>
                {Boolean(count || last) && <Bar share={shareOf(count, all)} color={color} />}
                {Boolean(compared && (count || last)) && (
                  <Bar share={shareOf(last, allCompared)} color="var(--line-strong)" />
                )}
              </th>
              <td>{text(count)}</td>
              <td className={typography.soft}>
                {count !== undefined && `${Math.round(100 * shareOf(count, all))}%`}
              </td>
              {compared && <td className={typography.soft}>{text(last)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Bar({ share, color }: { share: number; color: string }) {
  return (
    <span className={classes.rail} aria-hidden="true">
      {share > 0 && <span className={classes.bar} style={{ width: `${100 * share}%`, background: color }} />}
    </span>
  );
}

function sum(parts: readonly Part[], countOf: (part: Part) => number | undefined): number {
  return parts.reduce((all, part) => all + (countOf(part) ?? 0), 0);
}

function shareOf(count: number | undefined, all: number): number {
  return all === 0 ? 0 : (count ?? 0) / all;
}

function text(count: number | undefined): string {
  return count === undefined ? '–' : formatNumber(count);
}
