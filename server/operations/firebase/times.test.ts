import { describe, expect, it, vi } from 'vitest';
import { isAmbiguous, timeIn } from './times.ts';

describe('a time in an imported file', () => {
  it.each([
    ['2025-09-01 10:00:00', '2025-09-01T10:00:00.000Z'],
    ['2025-09-01T10:00:00.250Z', '2025-09-01T10:00:00.250Z'],
    ['2025-09-01T10:00:00+05:30', '2025-09-01T04:30:00.000Z'],
    ['2025-09-01', '2025-09-01T00:00:00.000Z'],
    ['2026/04/03 5:12:44 PM GMT+5:30', '2026-04-03T11:42:44.000Z'],
    ['2026.4.3 5:12pm', '2026-04-03T17:12:00.000Z'],
    ['Sep 1, 2025 10:00 AM', '2025-09-01T10:00:00.000Z'],
    ['Mon Sep 01 2025 10:00:00 GMT+0530 (India Standard Time)', '2025-09-01T04:30:00.000Z'],
  ])('%j is the same on every machine', (text, time) => {
    for (const zone of ['America/Los_Angeles', 'Asia/Kolkata']) {
      vi.stubEnv('TZ', zone);
      expect(timeIn(text)).toBe(time);
    }
  });

  it.each(['03/04/2026 17:12:44', '3.4.2026, 17:12:44', '03-04-2026 5:12:44 PM'])(
    '%j is read in one order only',
    (text) => {
      expect([isAmbiguous(text), timeIn(text)]).toEqual([true, null]);
      expect(timeIn(text, 'day-first')).toBe('2026-04-03T17:12:44.000Z');
      expect(timeIn(text, 'month-first')).toBe('2026-03-04T17:12:44.000Z');
    },
  );

  it.each(['2', '1700000000', 'yesterday', '2026-02-31', '31/12/26', '25/25/2026', '12:30', 'may', ''])(
    '%j is none',
    (text) => {
      expect([timeIn(text), timeIn(text, 'day-first')]).toEqual([null, null]);
    },
  );
});
