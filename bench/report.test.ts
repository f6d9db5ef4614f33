import { expect, test } from 'vitest';
import { tableOf } from './report.ts';
import { isHeld, joinRounds, type Result, type Row } from './row.ts';

const reads: Row = { id: 'a', what: 'reads', value: 0, unit: '/s', bound: { atLeast: 100 } };
const delay: Row = { id: 'e', what: 'delay', value: 0, unit: 'ms', bound: { atMost: 50 } };

function measured(row: Row, values: number[]): Result {
  const [result] = joinRounds(values.map((value) => [{ ...row, value }]));
  if (!result) throw new Error('no result');
  return result;
}

test.each([
  [reads, [99, 100, 180], true],
  [reads, [99, 99, 180], false],
  [delay, [10, 50, 90], true],
  [delay, [10, 51, 90], false],
  [delay, [Number.NaN], false],
  [{ ...delay, bound: null }, [1_000], true],
])('a row is judged by its median: %#', (row, values, held) => {
  expect(isHeld(measured(row, values))).toBe(held);
});

test('the table shows median, range, bound and what was missed', () => {
  const unbounded = measured({ ...reads, id: 'j', bound: null }, [1]);
  const table = tableOf([measured(reads, [99.123, 98, 180]), measured(delay, [7]), unbounded]);
  expect(table.split('\n').slice(2)).toEqual([
    '| a | reads | 99.1 /s (98 to 180) | at least 100 /s | **MISSED** |  |',
    '| e | delay | 7 ms | at most 50 ms | held |  |',
    '| j | reads | 1 /s | none |  |  |',
  ]);
});
