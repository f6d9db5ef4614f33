import { expect, it } from 'vitest';
import { outageText } from './connection.ts';

const now = Date.parse('2026-11-21T15:30:00Z');

it.each([
  ['offline', null, 'You’re offline.'],
  ['unreachable', null, 'We can’t reach the portal.'],
  ['offline', '2026-11-21T14:05:59Z', 'You’re offline. Showing what we last loaded at 2:05 PM.'],
  ['offline', '2026-11-21T00:00:00Z', 'You’re offline. Showing what we last loaded at 12:00 AM.'],
  [
    'unreachable',
    '2026-11-20T23:59:00Z',
    'We can’t reach the portal. Showing what we last loaded at 11:59 PM on Nov 20, 2026.',
  ],
] as const)('when %s with something last seen at %s', (outage, seen, text) => {
  // Some versions of the language data put a narrow space before AM and PM.
  expect(outageText(outage, seen && Date.parse(seen), now, 'UTC').replaceAll('\u202f', ' ')).toBe(text);
});

it('names the day of the data by the calendar of the club', () => {
  const seen = Date.parse('2026-11-20T23:59:00Z');
  const text = outageText('offline', seen, now, 'Asia/Kolkata').replaceAll('\u202f', ' ');
  expect(text).toBe('You’re offline. Showing what we last loaded at 5:29 AM.');
});
