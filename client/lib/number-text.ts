/**
 * A number as people write it, such as '1,203'. What sets the comma takes a slow phone a tenth of a second to get
 * ready; a number that needs none does without.
 */
export function numberText(value: number): string {
  return Math.abs(value) < 1_000 && Number.isInteger(value) ? String(value) : value.toLocaleString('en-US');
}
