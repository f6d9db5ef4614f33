import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import { createLineLimit } from './log-lines.ts';

export type Log = Logger;

/** Paths that could carry a secret; they are replaced wherever an object is logged. */
const secrets = ['password', 'newPassword', 'confirmPassword', 'token', 'cookie', 'authorization', 'secret'];

/**
 * JSON lines on standard output, without passwords, tokens and cookies. Of lines with the same message, so many pass
 * in an hour; those that are left out are counted in one line.
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

/** The fixed text of a line, which stands first or after the object that is logged with it. */
function messageOf(args: readonly unknown[]): string {
  return args.find((argument) => typeof argument === 'string') ?? '';
}
