import { format } from 'node:util';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import { type Bound, logBounds } from '#server/config/bounds.ts';

export type Log = Logger;

/** Paths that may contain a secret; their values are replaced in every logged object. */
const secrets = ['password', 'newPassword', 'confirmPassword', 'token', 'cookie', 'authorization', 'secret'];

/**
 * Writes JSON lines to standard output, without passwords, tokens and cookies. The number of lines with the same message is
 * limited per hour, and one line counts those that were omitted.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const limit = createLineLimit();
  const options: LoggerOptions = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
    hooks: {
      logMethod(args, write, lineLevel) {
        const leftOut = limit.takeLeftOut();
        if (leftOut) write.apply(this, [{ leftOut }, 'log lines left out']);
        if (limit.admits(lineLevel, messageOf(args))) write.apply(this, args);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Writes what dependencies print to the log instead, so that each is one limited JSON line. The HTTP server prints a failure
 * that no handler can catch, such as a header that it cannot send.
 */
export function captureConsole(log: Log): void {
  const capture =
    (level: 'error' | 'warn') =>
    (...printed: unknown[]) => {
      const err = printed.find((part) => part instanceof Error);
      log[level](err ? { err } : { printed: format(...printed) }, 'printed by a dependency');
    };
  Object.assign(console, { error: capture('error'), warn: capture('warn') });
}

/** The fixed text of a line, which is the first argument or follows the logged object. */
function messageOf(args: readonly unknown[]): string {
  return args.find((argument) => typeof argument === 'string') ?? '';
}

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
function createLineLimit() {
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
