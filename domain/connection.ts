/** Contains no schemas, because every page loads this module. */

/** Whether the device has no network, or only the portal's server is unreachable. */
export type Outage = 'offline' | 'unreachable';

const outageTexts: Record<Outage, string> = {
  offline: 'You’re offline.',
  unreachable: 'We can’t reach the portal.',
};

/**
 * The banner's text while the portal is unreachable, with the age of the server data that the page shows.
 * @param seen when that data was fetched, or undefined if the page shows none
 * @param timeZone of the reader; defaults to the browser's
 */
export function outageText(outage: Outage, seen: Date | undefined, now: Date, timeZone?: string): string {
  if (!seen) return outageTexts[outage];
  const zone = timeZone && { timeZone };
  const day = (date: Date) => date.toLocaleDateString('en-US', { dateStyle: 'medium', ...zone });
  const time = seen.toLocaleTimeString('en-US', { timeStyle: 'short', ...zone });
  const when = day(seen) === day(now) ? time : `${time} on ${day(seen)}`;
  return `${outageTexts[outage]} Showing what we last loaded at ${when}.`;
}
