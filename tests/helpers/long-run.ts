/** Whether this is `npm run soak`, which runs more cycles with more members for longer. */
export const isLongRun = process.env.SOAK !== undefined && process.env.SOAK !== '';

/** Prints a finding of a long run. A short run prints nothing. */
export function tell(what: string): void {
  if (isLongRun) process.stdout.write(`\n    ${what}\n`);
}
