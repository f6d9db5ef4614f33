/**
 * Pads values for `in (…)` by repeating the last one until their number is a power of two. Every length is a separate
 * prepared statement, so there should be few.
 */
export function padForIn<T>(values: readonly T[]): T[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...new Array<T>(length - values.length).fill(last)];
}

/** Splits rows for multi-row INSERTs into chunks whose lengths are powers of two up to `largest`, for the same reason. */
export function* chunk<T>(rows: readonly T[], largest = 128): Generator<T[]> {
  let start = 0;
  for (let length = largest; start < rows.length; ) {
    if (length <= rows.length - start) {
      yield rows.slice(start, start + length);
      start += length;
    } else length /= 2;
  }
}
