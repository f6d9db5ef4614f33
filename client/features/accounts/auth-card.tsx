import type { ReactNode } from 'react';
import layout from '#client/ui/layout.module.css';
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
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </header>
      {children}
      {below && <div className={`${layout.ends} ${classes.below}`}>{below}</div>}
    </div>
  );
}
