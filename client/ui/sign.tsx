import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './sign.module.css';

/** Where signs about the page as a whole stand: at the bottom of the screen, over no more than its edge. */
export function SignPlace({ children }: { children: ReactNode }) {
  return <div className={classes.place}>{children}</div>;
}

interface SignProps {
  icon: Icon;
  /** A way on. */
  action?: ReactNode;
  /** Nothing to say, no sign; what comes to be said later is read out, since its region is there before it. */
  children: ReactNode;
}

/** One thing that holds for the page as a whole until it is over. */
export function Sign({ icon: Icon, action, children }: SignProps) {
  return (
    <div aria-live="polite">
      {children && (
        <div className={classes.sign}>
          <Icon className={classes.icon} size={20} stroke={1.8} aria-hidden="true" />
          <span className={classes.text}>{children}</span>
          {action}
        </div>
      )}
    </div>
  );
}
