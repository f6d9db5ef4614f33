import { type Bound, logBounds } from '#server/config/bounds.ts';

/** The number of a warning in pino. */
const warning = 40;

interface Count {
  since: number;
  lines: number;
}

/**
 * Limits the log lines per hour. Counts lines by their message, which is a fixed text; the variable parts are in other
 * fields. No client can fill the disk of the log faster than the limits allow.
 */
export function createLineLimit() {
  const counts = new Map<string, Count>();

  function boundOf(key: string): Bound {
    return Number(key.slice(0, key.indexOf(' '))) >= warning ? logBounds.problems : logBounds.notes;
  }

  return {
    /** Whether one more line with this message may be written. */
    admits(level: number, message: string): boolean {
      const key = `${level} ${message}`;
      const count = counts.get(key) ?? { since: Date.now(), lines: 0 };
      counts.set(key, count);
      count.lines += 1;
      return count.lines <= boundOf(key).points;
    },
    /** The number of lines omitted in a past hour, by message; null if there were none. Returns each number once. */
    takeLeftOut(): Record<string, number> | null {
      const leftOut: Record<string, number> = {};
      for (const [key, { since, lines }] of counts) {
        const { points, seconds } = boundOf(key);
        if (Date.now() - since < seconds * 1000) continue;
        counts.delete(key);
        if (lines > points) leftOut[key.slice(key.indexOf(' ') + 1)] = lines - points;
      }
      return Object.keys(leftOut).length > 0 ? leftOut : null;
    },
  };
}
