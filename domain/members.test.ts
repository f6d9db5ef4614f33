import { describe, expect, it } from 'vitest';
import { isoTime, taskCompletion, track, trackSelection } from './members.ts';
import { check } from './validation.ts';

describe('trackSelection', () => {
  it.each([undefined, null, '', 'Web', 'ios', 'constructor', '__proto__', 1])('rejects %j', (value) => {
    const failure = { field: 'developmentTrack', message: 'Please select a development track' };
    expect(check(trackSelection, { developmentTrack: value })).toEqual({ ok: false, failure });
    expect(check(track, value)).toEqual({ ok: false, failure: { ...failure, field: '' } });
  });
});

describe('taskCompletion', () => {
  it('can be set and taken back', () => {
    for (const taskCompleted of [true, false]) expect(check(taskCompletion, { taskCompleted }).ok).toBe(true);
    for (const taskCompleted of ['true', 1, null, undefined]) {
      expect(check(taskCompletion, { taskCompleted })).toMatchObject({ failure: { field: 'taskCompleted' } });
    }
    expect(check(taskCompletion, { taskCompleted: true, taskCompletedAt: '2020' }).ok).toBe(false);
  });
});

describe('isoTime', () => {
  it('is ISO 8601 in UTC', () => {
    expect(isoTime.safeParse(new Date().toISOString()).success).toBe(true);
    for (const text of ['2026-09-01', '2026-09-01T09:30:00+05:30', 'yesterday', '']) {
      expect(isoTime.safeParse(text).success).toBe(false);
    }
  });
});
