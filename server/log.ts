import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

/** Paths that could carry a secret; they are replaced wherever an object is logged. */
const secrets = ['password', 'newPassword', 'confirmPassword', 'token', 'cookie', 'authorization', 'secret'];

/** JSON lines on standard output, without passwords, tokens and cookies. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    redact: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  };
  return destination ? pino(options, destination) : pino(options);
}
