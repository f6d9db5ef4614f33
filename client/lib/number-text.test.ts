import { expect, it } from 'vitest';
import { numberText } from './number-text.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [100_000, '100,000'],
  [1_234_567, '1,234,567'],
  [-12, '-12'],
  [-1_200, '-1,200'],
  [2.5, '2.5'],
])('writes %d as %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});
