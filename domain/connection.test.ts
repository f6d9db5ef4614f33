import { expect, it } from 'vitest';
import { outageText } from './connection.ts';

const now = new Date('2026-11-21T15:30:00Z');

it.each([
  ['offline', undefined, 'You are offline.'],
  ['unreachable', undefined, 'The portal cannot be reached.'],
  ['offline', '2026-11-21T14:05:59Z', 'You are offline. Showing what was last seen at 2:05 PM.'],
  ['offline', '2026-11-21T00:00:00Z', 'You are offline. Showing what was last seen at 12:00 AM.'],
  [
    'unreachable',
    '2026-11-20T23:59:00Z',
    'The portal cannot be reached. Showing what was last seen at 11:59 PM on Nov 20, 2026.',
  ],
] as const)('when %s with something last seen at %s', (outage, seen, text) => {
  // Some versions of the language data put a narrow space before AM and PM.
  expect(outageText(outage, seen && new Date(seen), now, 'UTC').replaceAll('\u202f', ' ')).toBe(text);
});
