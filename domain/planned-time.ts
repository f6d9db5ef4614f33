const year = 365 * 24 * 60 * 60_000;

/** The fault of a time for which something is planned, or null: it must come, and within a year, which finds a mistyped year. */
export function plannedTimeFault(at: string, now: number): string | null {
  const wait = Date.parse(at) - now;
  if (wait > year) return plannedTimeTexts.tooFar;
  return wait > 0 ? null : plannedTimeTexts.past;
}

export const plannedTimeTexts = {
  past: 'Choose a time in the future',
  tooFar: 'Choose a time within a year',
} as const;
