import { expect, it } from 'vitest';
import { waitText } from './waiting.ts';

it.each([
  [0, 'in 1 second'],
  [1_001, 'in 2 seconds'],
  [59_000, 'in 59 seconds'],
  [59_001, 'in 1 minute'],
  [60_001, 'in 2 minutes'],
  [59 * 60_000, 'in 59 minutes'],
  [59 * 60_000 + 1, 'in 1 hour'],
  [61 * 60_000, 'in 2 hours'],
  [47 * 60 * 60_000 + 1, 'in 2 days'],
  [90 * 24 * 60 * 60_000, 'in 90 days'],
])('tells a wait of %i ms as "%s", never shorter than it is', (milliseconds, text) => {
  expect(waitText(milliseconds)).toBe(text);
});
