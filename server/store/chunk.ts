/**
 * Values for `in (…)`: the same, with the last one repeated until their number is a power of two. A statement is
 * prepared and kept for each number of values that occurs, so let there be few.
 */
export function padForIn<T>(values: readonly T[]): T[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...new Array<T>(length - values.length).fill(last)];
}

/** Rows in pieces for one INSERT each, whose lengths are powers of two up to `largest`, for the same reason. */
export function* chunk<T>(rows: readonly T[], largest = 128): Generator<T[]> {
  let start = 0;
  for (let length = largest; start < rows.length; ) {
    if (length <= rows.length - start) {
      yield rows.slice(start, start + length);
      start += length;
    } else length /= 2;
  }
}
