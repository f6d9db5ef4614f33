/** A promise about a figure; null if there is none. */
export type Bound = { atLeast: number } | { atMost: number } | null;

/** One measured figure. */
export interface Row {
  /** Unique among all rows: the rounds of one run are matched by it. */
  id: string;
  what: string;
  value: number;
  unit: string;
  bound: Bound;
  /** Other observations of the round. */
  note?: string | undefined;
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

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [below, above] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[below] ?? Number.NaN) + (sorted[above] ?? Number.NaN)) / 2;
}

/** The value that `part` of all values do not exceed, such as 0.99. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Milliseconds, the median of several times one after the other. */
export async function medianTime(work: () => Promise<unknown>, samples = 15): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) times.push(await timed(work));
  return median(times);
}
