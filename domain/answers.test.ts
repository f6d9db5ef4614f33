import { expect, it } from 'vitest';
import { answerTexts, durationText } from './answers.ts';

it.each([
  [0, '1 minute'],
  [90, '2 minutes'],
  [3_600, '1 hour'],
  [47 * 3_600, '47 hours'],
  [2 * 86_400, '2 days'],
  [9.4 * 86_400, '9 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

it('says nothing of a place or a wait that is not known', () => {
  const unknown = { place: null, waiting: 3, medianSeconds: null };
  expect(answerTexts.place(unknown)).toBeNull();
  expect(answerTexts.place({ ...unknown, place: 1 })).toBe('You’re next in the queue.');
  expect(answerTexts.place({ ...unknown, place: 3 })).toBe('You’re number 3 in the queue.');
  expect(answerTexts.usualWait(unknown)).toBeNull();
});
