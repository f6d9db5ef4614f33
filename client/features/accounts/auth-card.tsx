import type { ReactNode } from 'react';
import layout from '#client/ui/layout.module.css';
import classes from './auth-card.module.css';

interface AuthCardProps {
  title: string;
  subtitle?: ReactNode;
  /** Wide enough for two columns of fields. */
  wide?: boolean;
  /** The line under the card that links to the other screens. */
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
