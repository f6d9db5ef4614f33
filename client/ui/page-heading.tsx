import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconArrowLeft } from '#client/ui/icons.tsx';
import layout from '#client/ui/layout.module.css';
import classes from './page-heading.module.css';
import textLink from './text-link.module.css';
import typography from './typography.module.css';

interface PageHeadingProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Leads to the dashboard, or to the page that the label names. */
  back?: { to: string; label?: string };
  actions?: ReactNode;
}

/** Of the pages that the settings list at separate addresses. */
export const toSettings = { to: '/admin/settings', label: 'Back to Settings' };

export function BackLink({ to, label = 'Back to Dashboard' }: NonNullable<PageHeadingProps['back']>) {
  return (
    <Link className={`${textLink.quiet} ${classes.back}`} to={to} data-screen-only>
      <IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />
      {label}
    </Link>
  );
}

export function PageHeading({ title, subtitle, back, actions }: PageHeadingProps) {
  return (
    <header className={classes.heading}>
      {back && <BackLink {...back} />}
      <div className={`${layout.ends} ${classes.row}`}>
        <div className={classes.titles}>
          <h1 className={classes.title}>{title}</h1>
          {subtitle && <p className={`${typography.prose} ${classes.subtitle}`}>{subtitle}</p>}
        </div>
        {actions && <div className={layout.row}>{actions}</div>}
      </div>
    </header>
  );
}
