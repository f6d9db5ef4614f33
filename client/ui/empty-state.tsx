import { type Icon, IconHexagon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';
import { HexIcon } from './hex-icon.tsx';

interface EmptyStateProps {
  icon?: Icon;
  title: string;
  /** 1 if the title is the page's only heading. */
  level?: 1 | 2;
  children?: ReactNode;
  /** A button or link that leads on. */
  action?: ReactNode;
}

/** Shown instead of content when there is none, with a way to continue. */
export function EmptyState({ icon = IconHexagon, title, level = 2, children, action }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={classes.state}>
      <HexIcon icon={icon} size="l" />
      <Heading className={classes.title}>{title}</Heading>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
