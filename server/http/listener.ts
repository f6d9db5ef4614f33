import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { serve } from '@hono/node-server';

/** How long somebody may take to send a request, in milliseconds. Who takes longer gets 408 or is hung up on. */
export interface RequestPace {
  /** Until the headers are there. */
  headers: number;
  /** Until all of it is there. */
  whole: number;
  /** How often that is looked at; Node's own 30 s would add as much. */
  check: number;
}

export const usualPace: RequestPace = { headers: 15_000, whole: 30_000, check: 1_000 };

export interface ListenOptions {
  port: number;
  host: string;
  pace?: RequestPace;
}

/** Has the portal listen for requests. Resolves when it does; rejects where it cannot. */
export async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { port, host, pace = usualPace }: ListenOptions,
): Promise<Server> {
  const server = serve({
    fetch,
    port,
    hostname: host,
    createServer,
    serverOptions: {
      headersTimeout: pace.headers,
      requestTimeout: pace.whole,
      connectionsCheckingInterval: pace.check,
    },
  }) as Server;
  await once(server, 'listening');
  return server;
}

/**
 * Stops listening: idle connections are closed and requests under way answered. Who has not sent or taken all of
 * theirs within `limitMs` milliseconds is cut off.
 */
export async function drain(server: Server, limitMs: number): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
  await new Promise((closed) => server.close(closed));
  clearTimeout(cutOff);
}
