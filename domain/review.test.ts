import { expect, it } from 'vitest';
import { deskTexts, flagsText, resultText } from './review-texts.ts';

it('puts a review into words', () => {
  expect(resultText({ submissionReviewed: true, graded: true, feedback: 'Good.' })).toBe(
    'reviewed, graded, with feedback',
  );
  expect(resultText({ submissionReviewed: false, graded: false, feedback: null })).toBe(
    'not reviewed, not graded, without feedback',
  );
});

it('counts what is left to review', () => {
  expect(deskTexts.left(0)).toBe('Nothing left to review');
  expect(deskTexts.left(2)).toBe('2 left to review');
});

it.each([
  [{ submissionReviewed: true }, 'reviewed'],
  [{ graded: false }, 'not graded'],
  [{ submissionReviewed: false, graded: true }, 'not reviewed and graded'],
  [{}, ''],
])('puts the marks that a review sets into words: %j', (flags, text) => {
  expect(flagsText(flags)).toBe(text);
});
