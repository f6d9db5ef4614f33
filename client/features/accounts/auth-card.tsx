import type { ReactNode } from 'react';
import { Logo } from '#client/ui/logo.tsx';
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

/** The card of the sign-in screens: logo, heading, subtitle, form. */
export function AuthCard({ title, subtitle, wide = false, below, children }: AuthCardProps) {
  return (
    <div className={classes.frame} data-wide={wide || undefined}>
      <div className={classes.card}>
        <header className={classes.header}>
          <Logo size={52} />
          <h1 className={classes.title}>{title}</h1>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        </header>
        {children}
      </div>
      {below && <p className={classes.below}>{below}</p>}
    </div>
  );
}
