/**
 * Values for `in (…)`: the same, with the last one repeated until their number is a power of two. A statement is
 * prepared and kept for each number of values that occurs, so let there be few.
 */
export function inList<T>(values: readonly T[]): T[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...new Array<T>(length - values.length).fill(last)];
}
