/** Kept free of schemas: what is loaded for it comes with every page. */

/** Who lost the other: this device its network, or only the portal's server is not to be had. */
export type Outage = 'offline' | 'unreachable';

const outageTexts: Record<Outage, string> = {
  offline: 'You are offline.',
  unreachable: 'The portal cannot be reached.',
};

/**
 * The sign that stands on a page while the portal cannot be reached: what has happened and, where the page shows
 * something of the server's, from when that is.
 * @param seen when what is shown was last seen, or undefined where there is nothing of the kind
 * @param timeZone of the reader; the browser's own unless told
 */
export function outageText(outage: Outage, seen: Date | undefined, now: Date, timeZone?: string): string {
  if (!seen) return outageTexts[outage];
  const zone = timeZone && { timeZone };
  const day = (date: Date) => date.toLocaleDateString('en-US', { dateStyle: 'medium', ...zone });
  const time = seen.toLocaleTimeString('en-US', { timeStyle: 'short', ...zone });
  const when = day(seen) === day(now) ? time : `${time} on ${day(seen)}`;
  return `${outageTexts[outage]} Showing what was last seen at ${when}.`;
}

/** How long what was last seen is kept on this device, in milliseconds: as long as a session that nobody uses. */
export const lastSeenMs = 7 * 24 * 60 * 60_000;
