import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { listen as listenOn, portOf, type RequestTimeouts } from '#server/http/listener.ts';
import type { TestApp } from './app.ts';
import { cleanUpAfterwards } from './clean-up.ts';

/** Makes a test app listen on a free loopback port until the test, or otherwise its file, ends. */
export async function listen({ app }: TestApp, timeouts?: RequestTimeouts): Promise<string> {
  const server = await openServer(app.fetch, timeouts);
  return `http://127.0.0.1:${portOf(server)}`;
}

/** The server itself, with any handler. */
export async function openServer(
  fetch: Parameters<typeof listenOn>[0],
  timeouts?: RequestTimeouts,
): Promise<Server> {
  const server = await listenOn(fetch, { port: 0, host: '127.0.0.1', ...(timeouts && { timeouts }) });
  cleanUpAfterwards(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return server;
}

/** Makes another server listen on a free loopback port until the test, or otherwise its file, ends. @returns the port */
export async function listening(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUpAfterwards(() => new Promise<void>((closed) => server.close(() => closed())));
  return (server.address() as AddressInfo).port;
}
