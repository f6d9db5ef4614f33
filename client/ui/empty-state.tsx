import type { ReactNode } from 'react';
import type { Icon } from '#client/ui/icons.tsx';
import classes from './empty-state.module.css';
import layout from './layout.module.css';

interface EmptyStateProps {
  /** Above the title: an icon, or a few characters. */
  mark: Icon | string;
  title: string;
  /** 1 if the title is the page's only heading. */
  level?: 1 | 2;
  children?: ReactNode;
  action?: ReactNode;
}

/** Shown instead of content when there is none, with a way to continue. */
export function EmptyState({ mark: Mark, title, level = 2, children, action }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={`${layout.stackM} ${classes.state}`}>
      <span className={classes.mark} aria-hidden="true">
        {typeof Mark === 'string' ? Mark : <Mark size={36} stroke={1.6} />}
      </span>
      <Heading className={classes.title}>{title}</Heading>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={`${layout.actions} ${classes.action}`}>{action}</div>}
    </div>
  );
}
