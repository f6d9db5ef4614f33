import { once } from 'node:events';
import { listen as listenOn, type RequestTimeouts } from '#server/http/listener.ts';
import type { TestApp } from './app.ts';
import { cleanUpAfterwards } from './clean-up.ts';

/** Makes a test app listen on a free loopback port until the test, or otherwise its file, ends. */
export async function listen({ app }: TestApp, timeouts?: RequestTimeouts): Promise<string> {
  const server = await listenOn(app.fetch, { port: 0, host: '127.0.0.1', ...(timeouts && { timeouts }) });
  cleanUpAfterwards(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
