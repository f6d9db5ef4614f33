import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, shortenSame } from './description-diff.ts';

it('names the sentences that were added and dropped', () => {
  expect(compareTexts('A list. No tests.\nEnd', 'A list. With tests. And docs.\nEnd')).toEqual([
    { kind: 'same', text: 'A list. ' },
    { kind: 'removed', text: 'No tests.\n' },
    { kind: 'added', text: 'With tests. And docs.\n' },
    { kind: 'same', text: 'End' },
  ]);
});

it('does not mark a sentence because another one follows it', () => {
  expect(compareTexts('A list.', 'A list. With tests.')).toEqual([
    { kind: 'same', text: 'A list. ' },
    { kind: 'added', text: 'With tests.' },
  ]);
});

it('loses no character of either text but white space', () => {
  const text = fc.array(fc.constantFrom('a', 'b. ', 'c?', '\n', '.', 'word ', '...'), { maxLength: 40 });
  fc.assert(
    fc.property(text, text, (one, two) => {
      const [before, after] = [one.join(''), two.join('')];
      const pieces = compareTexts(before, after);
      const without = (kind: string) =>
        pieces.flatMap((piece) => (piece.kind === kind ? [] : [piece.text])).join('');
      expect(without('added').replaceAll(/\s/g, '')).toBe(before.replaceAll(/\s/g, ''));
      expect(without('removed')).toBe(after);
    }),
  );
});

it('compares the longest descriptions in a moment', () => {
  const before = 'a. '.repeat(3_333);
  const after = 'b. a. '.repeat(1_666);
  const start = performance.now();
  compareTexts(before, after);
  expect(performance.now() - start).toBeLessThan(1_000);
});

describe('shortenSame', () => {
  it('keeps every change, and of a long unchanged passage what stands next to one', () => {
    const same = 'It does much. '.repeat(100);
    const [start, added, end] = shortenSame(compareTexts(same + same, `${same}And now this! ${same}`));
    expect(added).toEqual({ kind: 'added', text: 'And now this! ' });
    expect(start?.text).toMatch(/^ … .{160}$/s);
    expect(end?.text).toMatch(/^.{160} … $/s);
  });

  it('leaves short passages as they are', () => {
    const pieces = compareTexts('One. Two.', 'One. Two. Three.');
    expect(shortenSame(pieces)).toEqual(pieces);
  });
});
