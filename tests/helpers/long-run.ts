/** Whether this is `npm run soak`, which runs what takes long: more cycles, more members, more time. */
export const isLongRun = process.env.SOAK !== undefined && process.env.SOAK !== '';

/** What a long run found, for those who read it. A short one says nothing. */
export function tell(what: string): void {
  if (isLongRun) process.stdout.write(`\n    ${what}\n`);
}

/** How long the load of a long run goes on, in minutes; an hour unless SOAK_MINUTES says otherwise. */
export const longRunMinutes = Number(process.env.SOAK_MINUTES || 60);
