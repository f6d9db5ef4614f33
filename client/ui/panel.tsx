import type { ReactNode } from 'react';
import { useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  /** The panel's heading, which also names it for screen readers. */
  title?: ReactNode;
  /** A quiet sentence under the heading. */
  subtitle?: ReactNode;
  /** Stands before the heading, for instance a `HexIcon`. */
  icon?: ReactNode;
  /** Stands at the end of the heading's line. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** The portal's surface: everything that belongs together stands on one. */
export function Panel({ title, subtitle, icon, aside, children }: PanelProps) {
  const heading = useId();
  return (
    <section className={classes.panel} {...(title ? { 'aria-labelledby': heading } : {})}>
      {title && (
        <header className={classes.header}>
          {icon}
          <div className={classes.titles}>
            <h2 id={heading} className={classes.title}>
              {title}
            </h2>
            {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
          </div>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
