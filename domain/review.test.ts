import { expect, it } from 'vitest';
import { flagsText } from './review-texts.ts';

it.each([
  [{ submissionReviewed: true }, 'reviewed'],
  [{ graded: false }, 'not graded'],
  [{ submissionReviewed: false, graded: true }, 'not reviewed and graded'],
  [{}, ''],
])('puts the marks that a review sets into words: %j', (flags, text) => {
  expect(flagsText(flags)).toBe(text);
});
