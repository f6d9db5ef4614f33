import { dayOf } from './days.ts';

/** Contains no schemas, because every page loads this module. */

/** Whether the device has no network, or only the portal's server is unreachable. */
export type Outage = 'offline' | 'unreachable';

const outageTexts: Record<Outage, string> = {
  offline: 'You’re offline.',
  unreachable: 'We can’t reach the portal.',
};

/**
 * The banner's text while the portal is unreachable, with the age of the server data that the page shows.
 * @param seen when that data was fetched, or null if the page shows none
 */
export function outageText(outage: Outage, seen: number | null, now: number, timeZone: string): string {
  if (seen === null) return outageTexts[outage];
  const time = new Date(seen).toLocaleTimeString('en-US', { timeStyle: 'short', timeZone });
  const day = new Date(seen).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone });
  const when = dayOf(seen, timeZone) === dayOf(now, timeZone) ? time : `${time} on ${day}`;
  return `${outageTexts[outage]} Showing what we last loaded at ${when}.`;
}
