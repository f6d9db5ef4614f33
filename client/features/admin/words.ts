import type { ReviewFlags } from './live-records.ts';

/** A number and what it counts, such as '1,203 members'. */
export function counted(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

/** What a review set, in words, such as 'reviewed' or 'not graded'. */
export function flagsText({ submissionReviewed, graded }: ReviewFlags): string {
  const words = [];
  if (submissionReviewed !== undefined) words.push(submissionReviewed ? 'reviewed' : 'not reviewed');
  if (graded !== undefined) words.push(graded ? 'graded' : 'not graded');
  return words.join(' and ');
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A stored time as a day, such as 'Sep 1, 2026'; `missing` where there is none or it cannot be read. */
export function dayText(time: string | null, missing: string): string {
  const date = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(date) ? missing : day.format(date);
}

/** A stored time with its day, such as 'Sep 1, 2026, 9:30 AM'. */
export function momentText(time: string): string {
  const date = Date.parse(time);
  return Number.isNaN(date) ? time : moment.format(date);
}

const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const minute = 60_000;
const units = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const;

/** How long ago something was, such as '5 minutes ago'; the day for what is older than a week. */
export function agoText(time: string, now: number): string {
  const elapsed = Math.max(0, now - Date.parse(time));
  if (Number.isNaN(elapsed)) return time;
  if (elapsed > 7 * 24 * 60 * minute) return dayText(time, time);
  const unit = units.find(([, length]) => elapsed >= length);
  return unit ? ago.format(-Math.floor(elapsed / unit[1]), unit[0]) : 'just now';
}
