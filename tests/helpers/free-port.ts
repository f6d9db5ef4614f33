import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port on loopback, below the kernel's range for outgoing connections, so that none of them takes it before the
 * program that will listen there has started or restarted.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.on('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
