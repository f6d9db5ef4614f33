import { expect, it } from 'vitest';
import { isoTime, taskCompletion, track, trackSelection } from './members.ts';
import { check } from './validation.ts';

it.each([undefined, null, '', 'Web', 'ios', 'constructor', '__proto__', 1])('%j is no track', (value) => {
  const failure = { field: 'developmentTrack', message: 'Please select a development track' };
  expect(check(trackSelection, { developmentTrack: value })).toEqual({ ok: false, failure });
  expect(check(track, value)).toEqual({ ok: false, failure: { ...failure, field: '' } });
});

it('the mark of the task can be set and removed', () => {
  for (const taskCompleted of [true, false]) expect(check(taskCompletion, { taskCompleted }).ok).toBe(true);
  for (const taskCompleted of ['true', 1, null, undefined]) {
    expect(check(taskCompletion, { taskCompleted })).toMatchObject({ failure: { field: 'taskCompleted' } });
  }
  expect(check(taskCompletion, { taskCompleted: true, taskCompletedAt: '2020' }).ok).toBe(false);
});

it('a time is ISO 8601 in UTC', () => {
  expect(isoTime.safeParse(new Date().toISOString()).success).toBe(true);
  for (const text of ['2026-09-01', '2026-09-01T09:30:00+05:30', 'yesterday', '']) {
    expect(isoTime.safeParse(text).success).toBe(false);
  }
});
