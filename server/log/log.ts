import { format } from 'node:util';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import { createLineLimit } from './log-lines.ts';

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
