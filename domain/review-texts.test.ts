import { expect, it } from 'vitest';
import { deskTexts, resultText } from './review-texts.ts';

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
