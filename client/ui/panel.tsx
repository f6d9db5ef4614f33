import type { ReactNode } from 'react';
import { useId } from 'react';
import { IconChevronRight } from '#client/ui/page-icons.ts';
import layout from './layout.module.css';
import classes from './panel.module.css';
import typography from './typography.module.css';

interface PanelProps {
  /** The heading, which also names the panel for screen readers. */
  title?: ReactNode;
  subtitle?: ReactNode;
  /** Placed before the heading, for instance a `IconTile`. */
  icon?: ReactNode;
  /** Placed after the heading, at the end of its line. */
  aside?: ReactNode;
  /** The heading names the panel in small type, because something in it is the headline. */
  quiet?: boolean;
  /** Less padding, around a table that needs the height. */
  dense?: boolean;
  /** Without a box: a part of a column. */
  plain?: boolean;
  /** The member’s present task has a line in the colour of the track. */
  current?: boolean;
  children?: ReactNode;
}

/** The line that opens a `details` element. */
export function Summary({
  className = '',
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <summary className={`${layout.media} ${className}`}>
      <IconChevronRight size={18} stroke={1.8} aria-hidden="true" />
      {children}
    </summary>
  );
}

/** The portal's card, for content that belongs together. */
export function Panel({ title, subtitle, icon, aside, quiet, dense, plain, current, children }: PanelProps) {
  const heading = useId();
  const titleClass = quiet ? typography.fact : typography.title;
  return (
    <section
      className={`${layout.card} ${classes.panel}`}
      data-dense={dense || undefined}
      data-plain={plain || undefined}
      data-quiet={quiet || undefined}
      data-current={current || undefined}
      {...(title ? { 'aria-labelledby': heading } : {})}
    >
      {title && (
        <header className={`${layout.line} ${classes.header}`}>
          {icon}
          <div className={`${layout.stackS} ${classes.titles}`}>
            <h2 id={heading} className={titleClass}>
              {title}
            </h2>
            {subtitle && <p className={typography.soft}>{subtitle}</p>}
          </div>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
