import type { ReactNode } from 'react';
import type { Icon } from '#client/ui/icons.tsx';
import { Button } from './button.tsx';
import classes from './floating.module.css';
import layout from './layout.module.css';

export function BannerRegion({ children }: { children: ReactNode }) {
  return <div className={classes.banners}>{children}</div>;
}

interface BannerProps {
  icon: Icon;
  action?: { label: string; run: () => void };
  /** Without children the live region stays empty, so that screen readers announce a banner that appears later. */
  children: ReactNode;
}

/** A message about the whole page that stays until its cause is gone. */
export function Banner({ icon: Icon, action, children }: BannerProps) {
  return (
    <div aria-live="polite">
      {children && (
        <div className={`${layout.card} ${layout.media} ${classes.message}`} data-tone="info">
          <Icon size={20} stroke={1.8} aria-hidden="true" />
          <span className={classes.text}>{children}</span>
          {action && (
            <Button size="sm" variant="light" onClick={action.run}>
              {action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
