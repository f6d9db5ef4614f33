import type { ReactNode } from 'react';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import classes from './auth-card.module.css';

interface AuthCardProps {
  title: string;
  subtitle?: ReactNode;
  wide?: boolean;
  below?: ReactNode;
  children: ReactNode;
}

export function AuthCard({ title, subtitle, wide = false, below, children }: AuthCardProps) {
  return (
    <div className={classes.frame} data-wide={wide || undefined}>
      <header className={`${layout.stackXs} ${classes.header}`}>
        <h1>{title}</h1>
        {subtitle && <p className={`${typography.soft} ${classes.subtitle}`}>{subtitle}</p>}
      </header>
      {children}
      {below && <div className={`${layout.ends} ${typography.soft} ${classes.below}`}>{below}</div>}
    </div>
  );
}
