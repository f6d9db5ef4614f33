/** How often the greeting is updated, in milliseconds (spec, point 9). */
export const greetingRefreshMs = 60_000;

/** The greeting for a local hour from 0 to 23: morning before 12, afternoon before 17, then evening (point 9). */
export function greeting(hour: number): string {
  if (hour < 12) return 'Good morning';
  if (hour < 17) return 'Good afternoon';
  return 'Good evening';
}

/** The name to greet: the display name, or the part of the e-mail before the at-sign (spec, point 2). */
export function greetingName(displayName: string, email: string): string {
  return displayName.trim() || email.split('@', 1)[0] || email;
}
