import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { OperatorError } from '../operator-error.ts';

/** How long a client may take to send a request, in milliseconds, before it gets 408 or is disconnected. */
export interface RequestTimeouts {
  /** For the headers. */
  headers: number;
  /** For the whole request. */
  whole: number;
  /** How often this is checked; Node's default of 30 s would add as much. */
  check: number;
}

export const usualTimeouts: RequestTimeouts = { headers: 15_000, whole: 30_000, check: 1_000 };

/**
 * How long a connection may be idle, in milliseconds. Longer than proxies keep theirs (nginx 60 s, Caddy 120 s): a proxy
 * that sends a request on a connection that is just being closed fails it.
 */
export const keepAliveMs = 125_000;

/** Longest head of a request, address and headers together, in bytes. Anything longer gets 431. */
export const headBytes = 16 * 1024;

export interface ListenOptions {
  port: number;
  host: string;
  timeouts?: RequestTimeouts;
}

/** Listens for requests. Throws OperatorError if the PORT or HOST is not available. */
export async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { port, host, timeouts = usualTimeouts }: ListenOptions,
): Promise<Server> {
  const server = serve({
    fetch,
    port,
    hostname: host,
    createServer,
    serverOptions: {
      maxHeaderSize: headBytes,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.whole,
      connectionsCheckingInterval: timeouts.check,
      keepAliveTimeout: keepAliveMs,
    },
  }) as Server;
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new OperatorError(reasonNotToListen(error, host, port), { cause: error });
  }
  return server;
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
 */
export async function drain(server: Server, limitMs: number): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
  await new Promise((closed) => server.close(closed));
  clearTimeout(cutOff);
}
