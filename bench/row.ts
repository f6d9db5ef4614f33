import { median } from './statistics.ts';

export type Unit = 'ms' | 's' | '/s' | 'MB' | 'KiB' | 'KB' | '%' | 'points' | 'times' | 'tasks' | 'errors';

/** A promise about a figure; null if there is none. */
export type Bound = { atLeast: number } | { atMost: number } | null;

/** One measured figure. */
export interface Row {
  /** Unique among all rows: the rounds of one run, and two runs, are matched by it. */
  id: string;
  what: string;
  value: number;
  unit: Unit;
  bound: Bound;
  /** Other observations of the round. */
  note?: string;
}

/** A row over all rounds of a run. */
export interface Result extends Omit<Row, 'value'> {
  values: number[];
}

/** Joins the rows of several rounds. The note of the last round stays. */
export function joinRounds(rounds: readonly Row[][]): Result[] {
  const results = new Map<string, Result>();
  for (const { value, ...row } of rounds.flat()) {
    results.set(row.id, { ...row, values: [...(results.get(row.id)?.values ?? []), value] });
  }
  return [...results.values()];
}

/** A row is judged by its median. A figure that could not be measured misses its bound. */
export function isHeld({ values, bound }: Result): boolean {
  if (!bound) return true;
  return 'atLeast' in bound ? median(values) >= bound.atLeast : median(values) <= bound.atMost;
}
