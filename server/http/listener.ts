import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { serve } from '@hono/node-server';
import { connectionBounds } from '#server/config/bounds.ts';
import { OperatorError } from '#server/config/operator-error.ts';

/** How long a client may take, in milliseconds, before it gets 408 or is disconnected. */
export interface RequestTimeouts {
  headers: number;
  whole: number;
  /** How often this is checked; Node's default of 30 s would add as much. */
  check: number;
  /** How long a client may take nothing of a response. Streams send a ping more often. */
  unread: number;
}

export const usualTimeouts: RequestTimeouts = {
  headers: 15_000,
  whole: 30_000,
  check: 1_000,
  unread: 60_000,
};

/**
 * How long a connection may be idle, in milliseconds. Longer than proxies keep theirs (nginx 60 s, Caddy 120 s): a proxy
 * that sends a request on a connection that is just being closed fails it.
 */
export const keepAliveMs = 125_000;

/** Longest head of a request, address and headers together, in bytes. Anything longer gets 431. */
export const headBytes = 16 * 1024;

type Fetch = Parameters<typeof serve>[0]['fetch'];

/** Accepts requests as soon as the port is open and holds them until the portal is ready. */
export function createStartupGate() {
  const ready = Promise.withResolvers<Fetch>();
  let answer: Fetch = async (...request) => (await ready.promise)(...request);
  return {
    fetch: (...request: Parameters<Fetch>) => answer(...request),
    open(portal: Fetch): void {
      answer = portal;
      ready.resolve(portal);
    },
  };
}

export interface ListenOptions {
  port: number;
  host: string;
  timeouts?: RequestTimeouts;
}

/** Listens for requests. Throws OperatorError if the PORT or HOST is not available. */
export async function listen(
  fetch: Fetch,
  { port, host, timeouts = usualTimeouts }: ListenOptions,
): Promise<Server> {
  const server = serve({
    fetch,
    port,
    hostname: host,
    createServer: ((options: ServerOptions, listener: RequestListener) =>
      createServer(options, oneAtATime(listener))) as typeof createServer,
    serverOptions: {
      maxHeaderSize: headBytes,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.whole,
      connectionsCheckingInterval: timeouts.check,
      keepAliveTimeout: keepAliveMs,
    },
  }) as Server;
  server.setTimeout(timeouts.unread);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new OperatorError(reasonNotToListen(error, host, port), { cause: error });
  }
  return server;
}

/** How to start the unanswered requests of each connection. The first is in work. */
const unanswered = new WeakMap<Duplex, (() => void)[]>();

/**
 * Starts a request of a connection when the response before it has left. HTTP lets a client send many without waiting, and Node
 * starts all that one packet holds: a client that reads no response would have thousands of them built and kept.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const { socket } = incoming;
    if (socket.destroyed) return;
    const queue = unanswered.get(socket) ?? [];
    unanswered.set(socket, queue);
    if (queue.length > connectionBounds.waiting || socket.writableLength > connectionBounds.unreadBytes) {
      socket.destroy();
      return;
    }
    queue.push(() => listener(incoming, outgoing));
    outgoing.once('close', () => {
      queue.shift();
      if (!socket.destroyed) queue[0]?.();
    });
    if (queue.length === 1) queue[0]?.();
  };
}

/** The actual port, also if the server was asked to use any (0). */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function reasonNotToListen(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use, perhaps by another portal. Stop that program, or set PORT to another number.`;
  }
  if (code === 'EACCES') return `Port ${port} needs more rights. Set PORT to a number from 1024 on.`;
  return `HOST ${host} is not an address of this machine (${code}). Use 127.0.0.1 for a proxy on it, 0.0.0.0 for every address.`;
}

/**
 * Stops listening, closes idle connections and finishes requests in progress. Connections that are not done within
 * `limitMs` milliseconds are destroyed.
 * @returns whether all were done in time
 */
export async function drain(server: Server, limitMs: number): Promise<boolean> {
  let inTime = true;
  const cutOff = setTimeout(() => {
    inTime = false;
    server.closeAllConnections();
  }, limitMs);
  // Node closes the connections that are idle now, and keeps one whose response leaves later.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise((closed) => server.close(closed));
  clearTimeout(cutOff);
  clearInterval(closeIdle);
  return inTime;
}
