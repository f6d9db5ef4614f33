/** Days and times of day in a time zone. Contains no schemas, because members' pages load this module. */

import { counted } from './plural.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time that a clock in the zone shows at a moment, in milliseconds as if it were in UTC. Throws for an unknown zone. */
function clockTime(moment: number, timeZone: string): number {
  const options: Intl.DateTimeFormatOptions = {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23', timeZone },
  };
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-US', options);
  clocks.set(timeZone, clock);
  // Shown as in '9/1/2026, 15:00:00'. The parts that the language has for this take twice as long.
  const shown = clock.format(moment).match(/\d+/g)?.map(Number) ?? [];
  const [month = NaN, day, year = NaN, hour, minute, second] = shown;
  // The clock shows no milliseconds; those before 1970 count backwards.
  return Date.UTC(year, month - 1, day, hour, minute, second, ((moment % 1000) + 1000) % 1000);
}

/** The time zone of this machine; UTC where it has none with a name, which is undefined against its type. */
export function ownTimeZone(): string {
  const name = String(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return isTimeZone(name) ? name : 'UTC';
}

/** Whether there is a time zone of this name. Offsets such as +05:30 are none: many browsers do not know them. */
export function isTimeZone(name: string): boolean {
  try {
    return clocks.has(name) || (/^[a-z]/i.test(name) && !Number.isNaN(clockTime(0, name)));
  } catch {
    return false;
  }
}

const dayLength = 24 * 60 * 60 * 1000;

/** The day of a moment, such as '2026-09-01'. */
export function dayOf(moment: number, timeZone: string): string {
  return new Date(clockTime(moment, timeZone)).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** The day some days after a day such as '2026-09-01'. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** How many days the second moment is after the first, by the calendar. */
export function daysBetween(from: number, to: number, timeZone: string): number {
  return (Date.parse(dayOf(to, timeZone)) - Date.parse(dayOf(from, timeZone))) / dayLength;
}

/**
 * The moment of a day and time such as '2026-09-01T18:00', or of the beginning of a day such as '2026-09-01'; NaN for another text.
 * The first of two where clocks go back; where they go forward past it, as much later.
 */
export function momentOf(text: string, timeZone: string): number {
  const time = Date.parse(text.includes('T') ? `${text}Z` : text);
  if (Number.isNaN(time)) return NaN;
  // Before and after any change of the clock that could concern it.
  const moments = [-dayLength, dayLength].map(
    (away) => time - (clockTime(time + away, timeZone) - (time + away)),
  );
  return moments.find((moment) => clockTime(moment, timeZone) === time) ?? moments[0] ?? NaN;
}

/** A stored time with the offset of the zone in place of UTC: '2026-09-01T15:00:00.000+05:30'. Another text stays as it is. */
export function inTimeZone(iso: string, timeZone: string): string {
  const moment = Date.parse(iso);
  if (Number.isNaN(moment)) return iso;
  const time = clockTime(moment, timeZone);
  const minutes = Math.round(Math.abs(time - moment) / 60_000);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0'));
  const offset = minutes === 0 ? 'Z' : `${time < moment ? '-' : '+'}${hour}:${minute}`;
  return new Date(time).toISOString().replace('Z', offset);
}

/** A time as people write it: 'Fri 12 Dec, 23:59'. */
export function moment(time: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(time));
  const { weekday, day, month, hour, minute } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  return `${weekday} ${day} ${month}, ${hour}:${minute}`;
}

const minute = 60_000;
const hour = 60 * minute;

/** The time until a later one, such as 'in 3 days', by the club's calendar. Rounded down: a deadline must not look further away. */
export function timeLeft(time: string, now: number, timeZone: string): string {
  const left = Date.parse(time) - now;
  if (left < hour) return `in ${counted(Math.max(1, Math.floor(left / minute)), 'minute')}`;
  // A day can have 25 hours.
  const days = daysBetween(now, Date.parse(time), timeZone);
  if (left < dayLength || days === 0) return `in ${counted(Math.floor(left / hour), 'hour')}`;
  return days === 1 ? 'tomorrow' : `in ${counted(days, 'day')}`;
}

export function isPast(time: string | null, now: number): boolean {
  return time !== null && now >= Date.parse(time);
}
