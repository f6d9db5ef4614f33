/** Whether this is `npm run soak`, which runs more cycles with more members for longer. */
export const isLongRun = process.env.SOAK !== undefined && process.env.SOAK !== '';

/** Prints a finding of a long run. A short run prints nothing. */
export function tell(what: string): void {
  if (isLongRun) process.stdout.write(`\n    ${what}\n`);
}

/** Duration of a long run's load in minutes; an hour unless SOAK_MINUTES is set. */
export const longRunMinutes = Number(process.env.SOAK_MINUTES || 60);
