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
 * `begin` gets the connection. Null if the request has no socket that can be used.
 */
export function respondOverSocket(
  c: Context<PortalEnv>,
  begin: (connection: Connection) => void,
): Response | null {
  const outgoing = c.env?.outgoing;
  if (!(outgoing instanceof ServerResponse)) return null;
  // Missing while an earlier response on the same connection is unfinished.
  const { socket } = outgoing;
  if (!socket) return null;
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

/** The same in the response body, for a request without a socket. */
export function respondInBody(c: Context<PortalEnv>, begin: (connection: Connection) => void): Response {
  const { connection, body } = bodyConnection();
  begin(connection);
  return c.body(body, 200, streamHeaders);
}

function bodyConnection(): { connection: Connection; body: ReadableStream<Uint8Array> } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const connection: Connection = {
    write: (chunk) => controller?.enqueue(chunk),
    unread: () => -(controller?.desiredSize ?? 0),
    end: () => controller?.close(),
    destroy: () => controller?.error(new Error('the stream was cut off')),
    listener: undefined,
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (ofBody) => {
        controller = ofBody;
      },
      pull: () => connection.listener?.read(),
      cancel: () => connection.listener?.gone(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return { connection, body };
}
