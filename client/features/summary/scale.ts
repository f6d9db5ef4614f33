/** The end of a scale from 0 that includes `value`, with an integer in the middle: 2, 4, 10, 20, 40, 100 and so on. */
export function scaleTop(value: number): number {
  let unit = 1;
  for (;;) {
    for (const step of [2, 4, 10]) if (value <= step * unit) return step * unit;
    unit *= 10;
  }
}
