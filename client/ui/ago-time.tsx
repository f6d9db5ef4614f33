import { agoText, momentText } from '#client/lib/format.ts';
import classes from './ago-time.module.css';

interface AgoTimeProps {
  at: string;
  now: number;
  className?: string | undefined;
}

/** How long ago something was; when exactly, on paper and under the pointer. */
export function AgoTime({ at, now, className = '' }: AgoTimeProps) {
  return (
    <time className={`${classes.time} ${className}`.trim()} dateTime={at} title={momentText(at)}>
      <span data-screen-only>{agoText(at, now)}</span>
    </time>
  );
}
