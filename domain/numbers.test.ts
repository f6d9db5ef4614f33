import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Group, type SeasonNumbers, smallestGroup, together, withoutSmallGroups } from './numbers.ts';

function numbersOf(department: Group[], reviews = 9): SeasonNumbers {
  const total = department.reduce((sum, { count }) => sum + count, 0);
  const same = { weeks: department, year: department, track: department, step: department };
  const review = { reviews, medianSeconds: 60, ninthSeconds: 90 };
  return { total, department, ...same, outcome: department, review };
}

function shared(...counts: number[]) {
  const keys = counts.map((count, index) => ({ key: `${index}`, count }));
  return withoutSmallGroups(numbersOf(keys)).department.map(({ key, count }) => [key, count]);
}

describe('numbers without small groups', () => {
  it('show small groups together, and a larger one with them where the difference would name one', () => {
    expect(shared(5, 9)).toEqual([
      ['0', 5],
      ['1', 9],
    ]);
    expect(shared(9, 3, 7, 4)).toEqual([
      ['0', 9],
      ['2', 7],
      [together, 7],
    ]);
    expect(shared(9, 3, 7)).toEqual([
      ['0', 9],
      [together, 10],
    ]);
    expect(shared(4, 8)).toEqual([[together, 12]]);
  });

  it('of too few people or reviews show nothing', () => {
    const few = withoutSmallGroups(numbersOf([{ key: 'a', count: 4 }], 4));
    expect(few).toMatchObject({ total: null, weeks: [], department: [], outcome: [], review: null });
    expect(withoutSmallGroups(numbersOf([{ key: 'a', count: 5 }], 5)).review?.reviews).toBe(5);
  });

  it('never show or leave to be computed a group of fewer than five', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }), (counts) => {
        const rows = shared(...counts);
        const total = counts.reduce((sum, count) => sum + count, 0);
        if (total < smallestGroup) return rows.length === 0;
        const shown = rows.filter(([key]) => key !== together);
        // Of the sum of several, none can be told apart.
        const missing = counts.length - shown.length;
        const complete = rows.reduce((sum, [, count]) => sum + Number(count), 0) === total;
        return complete && missing !== 1 && rows.every(([, count]) => Number(count) >= smallestGroup);
      }),
    );
  });
});
