import { numberText } from '#client/lib/number-text.ts';
import type { ReviewFlags } from './live-records.ts';

// Without Intl: the first of its formats takes a slow phone a tenth of a second to set up (docs/design.md, "Weight").

/** A number and what it counts, such as '1,203 members'. */
export function counted(n: number, one: string, many: string): string {
  return `${numberText(n)} ${n === 1 ? one : many}`;
}

/** What a review set, in words, such as 'reviewed' or 'not graded'. */
export function flagsText({ submissionReviewed, graded }: ReviewFlags): string {
  const words = [];
  if (submissionReviewed !== undefined) words.push(submissionReviewed ? 'reviewed' : 'not reviewed');
  if (graded !== undefined) words.push(graded ? 'graded' : 'not graded');
  return words.join(' and ');
}

/** What people read of a moment, in their own time zone: `toString` is 'Tue Sep 01 2026 09:30:00 GMT…' (ECMA-262). */
function partsOf(moment: Date) {
  const [, month, dayOfMonth, year, time = ''] = moment.toString().split(' ');
  const [hours, minutes] = time.split(':');
  const clock = `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
  return { date: `${month} ${Number(dayOfMonth)}, ${year}`, clock };
}

/** A stored time as a day, such as 'Sep 1, 2026'; `missing` where there is none or it cannot be read. */
export function dayText(time: string | null, missing: string): string {
  const date = new Date(time ?? '');
  return Number.isNaN(date.getTime()) ? missing : partsOf(date).date;
}

/** A stored time with its day, such as 'Sep 1, 2026, 9:30 AM'. */
export function momentText(time: string): string {
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime())) return time;
  const { date, clock } = partsOf(moment);
  return `${date}, ${clock}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago something was, such as '5 minutes ago'; the day for what is older than a week. */
export function agoText(time: string, now: number): string {
  const elapsed = Math.max(0, now - Date.parse(time));
  if (Number.isNaN(elapsed)) return time;
  if (elapsed < minute) return 'just now';
  if (elapsed < hour) return `${counted(Math.floor(elapsed / minute), 'minute', 'minutes')} ago`;
  if (elapsed < day) return `${counted(Math.floor(elapsed / hour), 'hour', 'hours')} ago`;
  if (elapsed < 2 * day) return 'yesterday';
  return elapsed > 7 * day ? dayText(time, time) : `${counted(Math.floor(elapsed / day), 'day', 'days')} ago`;
}
