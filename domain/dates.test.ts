import { describe, expect, it } from 'vitest';
import { dates, noDates } from './date-settings.ts';
import { deadlineOf, openRecruitment, recruitmentNews } from './dates.ts';
import { moment } from './days.ts';

const zone = 'Europe/Berlin';
const opensAt = '2026-11-28T09:00:00Z';
const closesAt = '2026-12-12T22:59:00Z';
const before = Date.parse('2026-11-27T00:00:00Z');
const during = Date.parse('2026-12-01T00:00:00Z');
const after = Date.parse('2026-12-13T00:00:00Z');

describe('registration', () => {
  it.each([
    ['without dates', {}, during, openRecruitment],
    [
      'before it opens',
      { opensAt, closesAt },
      before,
      { open: false, text: 'Registration opens on Sat 28 Nov, 10:00' },
    ],
    [
      'while it is open',
      { opensAt, closesAt },
      during,
      { open: true, text: 'Registration is open until Sat 12 Dec, 23:59' },
    ],
    [
      'after it closed',
      { opensAt, closesAt },
      after,
      { open: false, text: 'Registration closed on Sat 12 Dec, 23:59' },
    ],
    ['opened manually before its time', { opensAt, open: true }, before, openRecruitment],
    ['closed manually', { closesAt, open: false }, during, { open: false, text: 'Registration is closed' }],
  ])('%s', (_, given, now, news) => {
    expect(recruitmentNews({ ...noDates, ...given }, now, zone)).toEqual(news);
  });
});

it('a deadline is the track’s, or that of all; a later one of the member’s own replaces it', () => {
  const given = {
    ...noDates,
    deadline: closesAt,
    deadlines: { ...noDates.deadlines, ml: '2026-12-20T22:59:00Z' },
  };
  expect(deadlineOf(given, 'web', null)).toBe(closesAt);
  expect(deadlineOf(given, 'ml', null)).toBe(given.deadlines.ml);
  expect(deadlineOf(given, 'ml', closesAt)).toBe(given.deadlines.ml);
  expect(deadlineOf(given, 'web', '2026-12-15T22:59:00Z')).toBe('2026-12-15T22:59:00Z');
  expect(deadlineOf(noDates, 'web', closesAt)).toBeNull();
});

it('times are told in the club’s zone, on both sides of a change of the clocks', () => {
  expect(moment('2026-10-24T22:30:00Z', zone)).toBe('Sun 25 Oct, 00:30');
  expect(moment('2026-10-25T22:30:00Z', zone)).toBe('Sun 25 Oct, 23:30');
  expect(moment('2026-11-28T20:00:00Z', 'Asia/Kolkata')).toBe('Sun 29 Nov, 01:30');
});

it.each([
  ['closesAt', { opensAt: closesAt, closesAt: opensAt }],
  ['timeZone', { timeZone: 'Mars/Olympus' }],
  ['deadline', { deadline: 'Friday' }],
  ['deadlines.web', { deadlines: { web: '2026-13-01T00:00:00Z' } }],
  ['late', { late: 'never' }],
])('an invalid %s is refused', (field, given) => {
  const { error } = dates.safeParse(given);
  expect(error?.issues[0]?.path.join('.')).toBe(field);
});
