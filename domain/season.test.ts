import { describe, expect, it } from 'vitest';
import { nationalNumber } from './contact-number.ts';
import type { MemberSeason } from './dates.ts';
import { timeLeft } from './days.ts';
import { blockOf, dueTexts, hearByText } from './season.ts';

const zone = 'Europe/Berlin';
const deadline = '2026-12-12T22:59:00Z';
const season: MemberSeason = {
  deadline,
  extended: false,
  late: 'marked',
  hearBy: null,
  hearByMoved: false,
  timeZone: zone,
  confirmFirst: false,
};
const at = (time: string) => Date.parse(time);
const before = at('2026-12-09T10:00:00Z');
const after = at('2026-12-13T10:00:00Z');
const notSubmitted = { githubLink: null, submittedAt: null, submissionReviewed: false };
const submittedAt = (time: string) => ({
  githubLink: 'https://github.com/asha/notes',
  submittedAt: time,
  submissionReviewed: false,
});
const inTime = submittedAt('2026-12-10T10:00:00.000Z');
const tooLate = submittedAt('2026-12-13T09:00:00.000Z');

describe('the time that is left', () => {
  it.each([
    ['in 3 days', deadline, '2026-12-09T22:30:00Z'],
    ['tomorrow', deadline, '2026-12-11T11:00:00Z'],
    ['in 23 hours', deadline, '2026-12-11T23:30:00Z'],
    ['in 1 hour', deadline, '2026-12-12T21:00:00Z'],
    ['in 59 minutes', deadline, '2026-12-12T21:59:30Z'],
    ['in 1 minute', deadline, '2026-12-12T22:58:59Z'],
    // On 25 October clocks go back: this day has 25 hours, and the day before is still one day away.
    ['in 24 hours', '2026-10-25T22:59:00Z', '2026-10-24T22:30:00Z'],
    ['tomorrow', '2026-10-25T22:59:00Z', '2026-10-24T21:30:00Z'],
    // On 29 March they go forward: 23 hours.
    ['in 22 hours', '2027-03-28T21:59:00Z', '2027-03-27T23:30:00Z'],
    ['in 2 days', '2027-03-28T21:59:00Z', '2027-03-26T22:30:00Z'],
  ])('%s', (text, time, now) => {
    expect(timeLeft(time, at(now), zone)).toBe(text);
  });
});

describe('the deadline', () => {
  const due = 'Due Sat 12 Dec, 23:59';
  it.each<[string, Partial<MemberSeason>, Parameters<typeof dueTexts>[1], number, string[]]>([
    ['none', { deadline: null }, notSubmitted, before, []],
    ['to come', {}, notSubmitted, before, [due, 'in 3 days']],
    ['to come, for a project that can still be replaced', {}, inTime, before, [due, 'in 3 days']],
    ['of one’s own', { extended: true }, notSubmitted, before, [due, 'in 3 days', 'Your own deadline']],
    ['past, where projects are marked', {}, notSubmitted, after, [due, 'late, but still open']],
    ['past, where projects are refused', { late: 'closed' }, notSubmitted, after, [due, 'closed']],
    ['past, with a project in time', {}, inTime, after, []],
    ['past, with a late project', {}, tooLate, after, [due, 'submitted late']],
    ['of a reviewed project', {}, { ...inTime, submissionReviewed: true }, before, []],
  ])('%s', (_, given, member, now, texts) => {
    expect(dueTexts({ ...season, ...given }, member, now)).toEqual(texts);
  });

  it('blocks only once it has passed, and only where the settings say so', () => {
    const closed = { ...season, late: 'closed' } as const;
    expect([before, at(deadline) - 1, at(deadline)].map((now) => blockOf(closed, now))).toEqual([
      null,
      null,
      'closed',
    ]);
    expect(blockOf(season, after)).toBeNull();
    expect(blockOf({ ...season, confirmFirst: true }, before)).toBe('unconfirmed');
  });
});

it('the day of results is said until it passes, then that it has moved, and until when', () => {
  const hearBy = '2026-10-25T22:30:00Z';
  const text = (given: Partial<MemberSeason>, now: string) => hearByText({ ...season, ...given }, at(now));
  expect(text({}, hearBy)).toBeNull();
  expect(text({ hearBy }, '2026-10-25T22:29:59Z')).toBe('You’ll hear from us by Sun 25 Oct, 23:30.');
  expect(text({ hearBy }, hearBy)).toBe(
    'You were to hear from us by Sun 25 Oct, 23:30. This has moved, and the new date will be here.',
  );
  expect(text({ hearBy, hearByMoved: true }, '2026-10-20T10:00:00Z')).toBe(
    'This has moved: you’ll hear from us by Sun 25 Oct, 23:30.',
  );
});

it.each([
  ['+919876543210', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  [' (+91) 98765-43210', '9876543210'],
  ['09876543210', '9876543210'],
  ['9876543210', '9876543210'],
  ['98765 43210', '98765 43210'],
  ['0987654321', '0987654321'],
  ['+44 7911 123456', '+44 7911 123456'],
  ['919876543210', '919876543210'],
  ['+9109876543210', '+9109876543210'],
  ['', ''],
])('the number %j becomes %j', (typed, tidied) => {
  expect(nationalNumber(typed)).toBe(tidied);
});
