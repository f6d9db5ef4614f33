import { describe, expect, it, vi } from 'vitest';
import { addDays, dayOf, daysBetween, inTimeZone, isTimeZone, momentOf, ownTimeZone } from './days.ts';

const zones = ['Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

it.each(zones)('half an hour before and after midnight are two days in %s', (zone) => {
  const midnight = momentOf('2026-09-02', zone);
  const around = [midnight - 30 * 60_000, midnight + 30 * 60_000] as const;
  expect(around.map((moment) => dayOf(moment, zone))).toEqual(['2026-09-01', '2026-09-02']);
  expect(daysBetween(...around, zone)).toBe(1);
  expect(daysBetween(midnight, midnight + 24 * 60 * 60_000 - 1, zone)).toBe(0);
});

it('counts days across the end of a month, a year and February', () => {
  expect(['2026-12-31', '2027-02-28', '2028-02-28'].map((day) => addDays(day, 1))).toEqual([
    '2027-01-01',
    '2027-03-01',
    '2028-02-29',
  ]);
  expect(addDays('2028-03-01', -30)).toBe('2028-01-31');
});

describe('the moment of a day and time', () => {
  it.each([
    ['2026-09-01T18:00', 'Asia/Kolkata', '2026-09-01T12:30:00.000Z'],
    ['2026-09-01T18:00', 'America/St_Johns', '2026-09-01T20:30:00.000Z'],
    // Clocks go from 02:00 to 03:00.
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    // Clocks go from 03:00 to 02:00.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    // A day begins at 01:00 where clocks go forward at midnight, and at the first midnight where they go back to it.
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    // Clocks went from 00:00 to 23:00 of the day before.
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
    // This day does not exist there.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2026-09-01', 'UTC', '2026-09-01T00:00:00.000Z'],
  ])('%s in %s is %s', (text, zone, moment) => {
    expect(new Date(momentOf(text, zone)).toISOString()).toBe(moment);
  });

  it.each(['', 'soon', '2026-13-01', '2026-09-01T25:00'])('is none for %j', (text) => {
    expect(momentOf(text, 'Asia/Kolkata')).toBeNaN();
  });
});

it.each([
  ['2026-09-01T20:00:00.005Z', 'Asia/Kolkata', '2026-09-02T01:30:00.005+05:30'],
  ['2026-09-01T01:00:00.000Z', 'America/St_Johns', '2026-08-31T22:30:00.000-02:30'],
  ['2026-10-25T01:30:00.000Z', 'Europe/Berlin', '2026-10-25T02:30:00.000+01:00'],
  ['2026-09-01T20:00:00.000Z', 'UTC', '2026-09-01T20:00:00.000Z'],
  ['1969-12-31T23:59:59.999Z', 'Europe/Berlin', '1970-01-01T00:59:59.999+01:00'],
])('writes %s in %s as the same moment with its offset', (at, zone, text) => {
  expect(inTimeZone(at, zone)).toBe(text);
  expect(Date.parse(text)).toBe(Date.parse(at));
});

it('writes a text that is no time as it is', () => {
  expect(inTimeZone('soon', 'Asia/Kolkata')).toBe('soon');
});

it.each([
  ['Asia/Kolkata', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Etc/GMT+5', true],
  ['UTC', true],
  ['Asia/Atlantis', false],
  ['+05:30', false],
  ['', false],
])('a time zone is one that exists: %s', (name, isKnown) => {
  expect(isTimeZone(name)).toBe(isKnown);
});

it.each([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  [undefined, 'UTC'],
  ['Etc/Unknown', 'UTC'],
])('takes the zone of a machine, and UTC for one without a name: %s', (timeZone, known) => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const resolved = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  resolved.mockReturnValue(Object.assign(options, { timeZone }));
  expect(ownTimeZone()).toBe(known);
});
