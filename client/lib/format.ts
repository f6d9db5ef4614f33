import { plural } from '#domain/plural.ts';

const numbers = new Intl.NumberFormat('en-US');
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** A number and what it counts, such as '1,203 members'. */
export function formatCount(n: number, one: string, many: string): string {
  return `${formatNumber(n)} ${plural(n, one, many)}`;
}

/** A stored time as a day, such as 'Sep 1, 2026'; `missing` where there is none or it cannot be read. */
export function dayText(time: string | null, missing: string): string {
  const date = new Date(time ?? '');
  return Number.isNaN(date.getTime()) ? missing : days.format(date);
}

/** A stored time with its day, such as 'Sep 1, 2026, 9:30 AM'. */
export function momentText(time: string): string {
  const moment = new Date(time);
  return Number.isNaN(moment.getTime()) ? time : moments.format(moment);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago something was, such as '5 minutes ago'; the day for what is older than a week. */
export function agoText(time: string, now: number): string {
  const elapsed = Math.max(0, now - Date.parse(time));
  if (Number.isNaN(elapsed)) return time;
  if (elapsed < minute) return 'just now';
  if (elapsed < hour) return `${formatCount(Math.floor(elapsed / minute), 'minute', 'minutes')} ago`;
  if (elapsed < day) return `${formatCount(Math.floor(elapsed / hour), 'hour', 'hours')} ago`;
  if (elapsed < 2 * day) return 'yesterday';
  return elapsed > 7 * day
    ? dayText(time, time)
    : `${formatCount(Math.floor(elapsed / day), 'day', 'days')} ago`;
}
