import type { ReactNode } from 'react';
import type { Icon } from '#client/ui/icons.tsx';
import classes from './badge.module.css';

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'error';
  icon?: Icon;
  /** A CSS colour for the icon, such as a track's. Defaults to the tone's colour. */
  iconColor?: string;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon: Glyph, iconColor = 'currentColor', children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {Glyph && <Glyph size={15} stroke={2} color={iconColor} aria-hidden="true" />}
      {children}
    </span>
  );
}
