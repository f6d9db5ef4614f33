import { describe, expect, test } from 'vitest';
import { readWrk } from './load.ts';
import { tableOf } from './report.ts';
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
