import { daysBetween, isTimeZone, ownTimeZone } from '#domain/days.ts';
import { plural } from '#domain/plural.ts';
import { pageTime } from './portal-state.ts';

const numbers = new Intl.NumberFormat('en-US');

const styles = {
  hour: { hour: 'numeric', hourCycle: 'h23' },
  day: { dateStyle: 'medium' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  account: { year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof styles;

/** The club's time zone; this machine's if the page names none that the browser knows. */
export function timeZone(name = pageTime.timeZone): string {
  return name && isTimeZone(name) ? name : ownTimeZone();
}

/** Created on first use, because that takes a slow phone a tenth of a second. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(style: Style, time: Date): string {
  const zone = timeZone();
  const key = `${style} ${zone}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone: zone });
  formats.set(key, known);
  return known.format(time);
}

/** The hour on the club's clock, 0 to 23. */
export function hourNow(): number {
  return Number(format('hour', new Date()));
}

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
  return Number.isNaN(date.getTime()) ? missing : format('day', date);
}

/** A stored time with its day, such as 'Sep 1, 2026, 9:30 AM'. */
export function momentText(time: string): string {
  const moment = new Date(time);
  return Number.isNaN(moment.getTime()) ? time : format('moment', moment);
}

/**
 * A stored time for the Account Information block: a long US date and the time.
 * @param iso the stored time, or null if there is none
 * @param missing the text for null: 'N/A' for a creation date, 'Never' for an update
 * @returns 'Invalid Date' if the stored text is not a time (spec, point 2, "Profile")
 */
export function accountDate(iso: string | null, missing: 'N/A' | 'Never'): string {
  if (!iso) return missing;
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? 'Invalid Date' : format('account', time);
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
  if (elapsed > 7 * day) return dayText(time, time);
  // By the calendar: what was said on Monday evening is not 'yesterday' on Wednesday. A day can have 25 hours.
  const days = daysBetween(Date.parse(time), now, timeZone());
  if (elapsed < day || days === 0) return `${formatCount(Math.floor(elapsed / hour), 'hour', 'hours')} ago`;
  return days === 1 ? 'yesterday' : `${formatCount(days, 'day', 'days')} ago`;
}
