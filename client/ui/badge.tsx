import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './badge.module.css';

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'error';
  icon?: Icon;
  children: ReactNode;
}

/** A word or two about the state of what it stands beside. */
export function Badge({ tone = 'neutral', icon: Glyph, children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {Glyph && <Glyph size={15} stroke={2} aria-hidden="true" />}
      {children}
    </span>
  );
}
