import type { ReactNode } from 'react';
import type { Icon } from '#client/ui/icons.tsx';
import { hexagon } from '#domain/hexagon.ts';
import classes from './empty-state.module.css';
import layout from './layout.module.css';

interface EmptyStateProps {
  /** In the empty cell: an icon, or a few characters. */
  mark: Icon | string;
  title: string;
  /** 1 if the title is the page's only heading. */
  level?: 1 | 2;
  children?: ReactNode;
  action?: ReactNode;
}

/** Shown instead of content when there is none, with a way to continue: a cell that nothing fills yet. */
export function EmptyState({ mark: Mark, title, level = 2, children, action }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={`${layout.stackM} ${classes.state}`}>
      <svg className={classes.cell} viewBox="0 0 100 115.4" aria-hidden="true" focusable="false">
        <path d={hexagon} />
        {typeof Mark === 'string' ? (
          <text x="50" y="66" textAnchor="middle">
            {Mark}
          </text>
        ) : (
          <Mark x={30} y={37.7} size={40} stroke={1.6} />
        )}
      </svg>
      <Heading className={classes.title}>{title}</Heading>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={`${layout.row} ${classes.action}`}>{action}</div>}
    </div>
  );
}
