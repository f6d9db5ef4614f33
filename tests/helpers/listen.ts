import { once } from 'node:events';
import { serve } from '@hono/node-server';
import type { TestApp } from './app.ts';
import { cleanUpAfterwards } from './clean-up.ts';

/** Has a test app listen on a free port of the loopback address until the test, or else its file, ends. */
export async function listen({ app }: TestApp): Promise<string> {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  cleanUpAfterwards(async () => {
    const closed = once(server, 'close');
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await closed;
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}
