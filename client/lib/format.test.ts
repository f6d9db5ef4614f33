import { afterEach, describe, expect, it } from 'vitest';
import { scaleTop } from '#client/features/summary/registrations-chart.tsx';
import { takeClock } from '#tests/helpers/clock.ts';
import { accountDate, agoText, dayText, formatCount, hourNow, momentText, timeZone } from './format.ts';
import { pageTime } from './portal-state.ts';

describe('formats', () => {
  it('count', () => {
    expect([
      formatCount(1, 'user', 'users'),
      formatCount(1_203, 'user', 'users'),
      formatCount(0, 'user', 'users'),
    ]).toEqual(['1 user', '1,203 users', '0 users']);
  });

  it.each([
    [0, 'just now'],
    [-5_000, 'just now'],
    [59_000, 'just now'],
    [60_000, '1 minute ago'],
    [3_599_000, '59 minutes ago'],
    [3_600_000, '1 hour ago'],
    [7_199_000, '1 hour ago'],
    [86_400_000, 'yesterday'],
    [36 * 3_600_000, 'yesterday'],
    [37 * 3_600_000, '2 days ago'],
    [47 * 3_600_000, '2 days ago'],
    [3 * 86_400_000, '3 days ago'],
    [8 * 86_400_000, 'Aug 24, 2026'],
  ])('say how long ago %i ms are: %s', (elapsed, text) => {
    // Noon where the reader is: a day has its own date in each time zone.
    const at = new Date(2026, 8, 1, 12).getTime();
    expect(agoText(new Date(at - elapsed).toISOString(), at)).toBe(text);
  });

  it.each([
    [new Date(2026, 8, 1, 9, 30), 'Sep 1, 2026, 9:30 AM'],
    [new Date(2026, 11, 31, 0, 5), 'Dec 31, 2026, 12:05 AM'],
    [new Date(2026, 1, 28, 12, 0), 'Feb 28, 2026, 12:00 PM'],
    [new Date(2026, 5, 10, 23, 59), 'Jun 10, 2026, 11:59 PM'],
  ])('say when %s was: %s', (time, text) => {
    expect(momentText(time.toISOString())).toBe(text);
  });

  it('leave a moment that cannot be read as it is', () => {
    expect([momentText('soon'), momentText('')]).toEqual(['soon', '']);
  });

  it('say that a day is missing or cannot be read', () => {
    expect([dayText(null, '-'), dayText('', '-'), dayText('soon', 'N/A')]).toEqual(['-', '-', 'N/A']);
  });
});

describe('the date of an account', () => {
  it.each([
    [new Date(2026, 8, 1, 9, 5).toISOString(), /^September 1, 2026 at 09:05\sAM$/],
    [new Date(2026, 11, 31, 23, 59).toISOString(), /^December 31, 2026 at 11:59\sPM$/],
    [null, /^Never$/],
    ['', /^Never$/],
    ['yesterday', /^Invalid Date$/],
    ['Not Set', /^Invalid Date$/],
    ['2026-13-45T99:99:99Z', /^Invalid Date$/],
    ['{}', /^Invalid Date$/],
  ])('of %j is %s', (at, text) => {
    expect(accountDate(at, 'Never')).toMatch(text);
  });
});

describe('the time zone of the page', () => {
  afterEach(() => {
    delete pageTime.timeZone;
  });

  it('decides dates and the hour, whatever the zone of the browser is', () => {
    const at = '2026-12-31T20:00:00.000Z';
    takeClock({ at: new Date(at) });
    const shown = (zone: string) => {
      pageTime.timeZone = zone;
      return [momentText(at), dayText(at, ''), hourNow()];
    };
    expect(shown('Asia/Kolkata')).toEqual(['Jan 1, 2027, 1:30 AM', 'Jan 1, 2027', 1]);
    expect(shown('America/St_Johns')).toEqual(['Dec 31, 2026, 4:30 PM', 'Dec 31, 2026', 16]);
    expect(shown('Asia/Kolkata')).toEqual(['Jan 1, 2027, 1:30 AM', 'Jan 1, 2027', 1]);
  });

  it('is that of the browser if the page names none that the browser knows', () => {
    const { timeZone: own } = new Intl.DateTimeFormat().resolvedOptions();
    expect(timeZone()).toBe(own);
    pageTime.timeZone = 'Asia/Atlantis';
    expect(timeZone()).toBe(own);
  });

  it.each([
    ['Asia/Kolkata', '2026-08-30T18:00:00Z', '2026-09-01T17:00:00Z', '2 days ago'],
    ['Asia/Kolkata', '2026-08-30T19:00:00Z', '2026-09-01T18:00:00Z', 'yesterday'],
    ['America/St_Johns', '2026-08-31T02:00:00Z', '2026-09-01T02:45:00Z', '2 days ago'],
    // Clocks go back at two: the day has 25 hours.
    ['America/St_Johns', '2026-11-01T02:35:00Z', '2026-11-02T03:00:00Z', '24 hours ago'],
    ['America/St_Johns', '2026-11-01T02:25:00Z', '2026-11-02T03:00:00Z', 'yesterday'],
    // Clocks go forward at two: the day has 23 hours.
    ['America/St_Johns', '2026-03-08T03:00:00Z', '2026-03-09T03:00:00Z', '2 days ago'],
  ])('decides what is yesterday: in %s, %s is on %s %s', (zone, at, now, text) => {
    pageTime.timeZone = zone;
    expect(agoText(at, Date.parse(now))).toBe(text);
  });
});

describe('the top of a scale', () => {
  it.each([
    [0, 2],
    [2, 2],
    [3, 4],
    [5, 10],
    [11, 20],
    [21, 40],
    [73, 100],
    [101, 200],
    [100_000, 100_000],
  ])('that holds %i is %i', (value, top) => {
    expect(scaleTop(value)).toBe(top);
  });
});
