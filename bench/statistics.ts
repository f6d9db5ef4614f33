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
