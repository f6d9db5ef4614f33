import { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { PortalEnv } from '#server/http/env.ts';
import { type Connection, socketConnection } from './live-stream.ts';

export const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Keeps nginx from buffering events.
  'X-Accel-Buffering': 'no',
  // A stream ends with its session or process, so keeping the connection alive would only delay a shutdown.
  Connection: 'close',
};

/** @hono/node-server does not send a response with this header: the caller has sent it. */
const alreadySent = 'x-hono-already-sent';

/**
 * Sends a stream directly over the request's socket: the head goes out once all middleware has set its headers, then
 * `begin` gets the connection.
 */
export function respondOverSocket(c: Context<PortalEnv>, begin: (connection: Connection) => void): Response {
  const outgoing = c.env?.outgoing;
  // The listener starts a request when the response before it has left, so the socket is this one's.
  if (!(outgoing instanceof ServerResponse) || !outgoing.socket) throw new Error('a stream needs a socket');
  const { socket } = outgoing;
  setImmediate(() => {
    // Replaced by middleware after the route, or disconnected.
    if (outgoing.headersSent || outgoing.destroyed) return;
    const headers = new Headers(c.res.headers);
    headers.delete(alreadySent);
    // The stream ends with the connection, so chunked encoding is not needed and all streams can share the bytes.
    outgoing.useChunkedEncodingByDefault = false;
    outgoing.writeHead(200, [...headers].flat());
    outgoing.flushHeaders();
    begin(socketConnection(outgoing, socket));
  });
  // clone() makes a plain Response, whose headers node-server inspects; it sends its own lightweight ones as they are.
  return c.body(null, 200, { ...streamHeaders, [alreadySent]: 'true' }).clone();
}
