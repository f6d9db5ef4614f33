import { describe, expect, test } from 'vitest';
import { readWrk } from './load.ts';
import { compareRuns, describeRun, tableOf } from './report.ts';
import { isHeld, joinRounds, type Result, type Row } from './row.ts';

const reads: Row = { id: 'a', what: 'reads', value: 0, unit: '/s', bound: { atLeast: 100 } };
const delay: Row = { id: 'e', what: 'delay', value: 0, unit: 'ms', bound: { atMost: 50 } };

function measured(row: Row, values: number[]): Result {
  const [result] = joinRounds(values.map((value) => [{ ...row, value }]));
  if (!result) throw new Error('no result');
  return result;
}

test('the rounds of a run are joined by the id of a row', () => {
  const results = joinRounds([
    [
      { ...reads, value: 1, note: 'first' },
      { ...delay, value: 5 },
    ],
    [{ ...reads, value: 2, note: 'second' }],
  ]);
  expect(results.map(({ id, values, note }) => ({ id, values, note }))).toEqual([
    { id: 'a', values: [1, 2], note: 'second' },
    { id: 'e', values: [5], note: undefined },
  ]);
});

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

describe('a comparison of two runs', () => {
  const lastColumns = (before: number[], after: number[], row = reads) => {
    const [earlier, later] = [before, after].map((values) => describeRun([measured(row, values)]));
    if (!earlier || !later) throw new Error('no runs');
    return compareRuns(earlier, later).split('\n').at(-1)?.split(' | ').slice(-2).join(', ');
  };

  test.each([
    ['a higher rate is better', [100, 110], [120, 130], reads, '1.19, better |'],
    ['a lower rate is worse', [100, 110], [80, 90], reads, '0.81, worse |'],
    ['a shorter time is better', [20], [10], delay, '0.5, better |'],
    ['a longer time is worse', [20], [40], delay, '2, worse |'],
    ['ranges that overlap say nothing', [100, 110], [105, 130], reads, '1.12, within the spread |'],
    ['a figure without a bound is only higher', [1], [2], { ...reads, bound: null }, '2, higher |'],
  ])('%s', (_title, before, after, row, expected) => {
    expect(lastColumns(before, after, row)).toBe(expected);
  });

  test('leaves out rows that only one of them has', () => {
    const before = describeRun([measured(reads, [1])]);
    const after = describeRun([measured(delay, [1])]);
    expect(compareRuns(before, after).split('\n')).toHaveLength(2);
  });
});

describe('the output of wrk', () => {
  const output = (more: string) => `Running 1s test @ http://127.0.0.1:8000/api/me
  Latency Distribution
     50%    1.20ms
     99%    ${more}
  4000 requests in 1.00s, 3.20MB read
Requests/sec:   3999.50`;

  test.each([
    ['850.00us', 0.85],
    ['12.34ms', 12.34],
    ['1.50s', 1_500],
  ])('a p99 of %s', (text, p99) => {
    expect(readWrk(output(text))).toEqual({ perSecond: 3999.5, p99 });
  });

  test.each(['  Non-2xx or 3xx responses: 5', '  Socket errors: connect 0, read 1, write 0, timeout 0'])(
    'with errors is no result: %s',
    (line) => {
      expect(() => readWrk(`${output('1.00ms')}\n${line}`)).toThrow(line.trim());
    },
  );
});
