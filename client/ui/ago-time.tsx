import { agoText, momentText } from '#client/lib/format.ts';
import classes from './ago-time.module.css';

interface AgoTimeProps {
  at: string;
  now: number;
  className?: string | undefined;
  /** In hours or days, such as '3 d'. */
  short?: boolean;
}

/** How long ago something was; when exactly, on paper and under the pointer. */
export function AgoTime({ at, now, className = '', short = false }: AgoTimeProps) {
  return (
    <time className={`${classes.time} ${className}`.trim()} dateTime={at} title={momentText(at)}>
      <span data-screen-only>{short ? waitText(at, now) : agoText(at, now)}</span>
    </time>
  );
}

function waitText(at: string, now: number): string {
  const hours = Math.floor((now - Date.parse(at)) / 3_600_000);
  if (hours < 1) return '<1 h';
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
