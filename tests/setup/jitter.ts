import { Server } from 'node:http';
import { jitterDelay } from '#tests/helpers/jitter.ts';

/** Makes the program that loads this file answer each request after a random pause (tests/helpers/jitter.ts). */
const emit = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
  if (event !== 'request') return emit.call(this, event, ...args);
  setTimeout(() => emit.call(this, event, ...args), jitterDelay());
  return true;
};
