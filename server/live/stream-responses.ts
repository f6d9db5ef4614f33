import { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { PortalEnv } from '#server/http/env.ts';
import { bodyConnection, type Connection, socketConnection } from './connection.ts';

export const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // nginx would hold events back.
  'X-Accel-Buffering': 'no',
  // A stream ends with its session or the process: a stop would wait for the idle connection that remains.
  Connection: 'close',
};

/** @hono/node-server leaves an answer with this header to whoever holds the connection. */
const alreadySent = 'x-hono-already-sent';

/**
 * Answers a stream straight over the request's connection, whose head goes out once all middleware has added its
 * headers; then `begin` gets the connection. Null where there is no such connection at hand.
 */
export function answerByConnection(
  c: Context<PortalEnv>,
  begin: (connection: Connection) => void,
): Response | null {
  const outgoing = c.env?.outgoing;
  if (!(outgoing instanceof ServerResponse)) return null;
  // None while an earlier answer on the same connection is not through.
  const { socket } = outgoing;
  if (!socket) return null;
  setImmediate(() => {
    // Refused after all by what comes after the route, or hung up.
    if (outgoing.headersSent || outgoing.destroyed) return;
    const headers = new Headers(c.res.headers);
    headers.delete(alreadySent);
    // The end of the connection is the end of the stream: each event is one piece of bytes, shared by all.
    outgoing.useChunkedEncodingByDefault = false;
    outgoing.writeHead(200, [...headers].flat());
    outgoing.flushHeaders();
    begin(socketConnection(outgoing, socket));
  });
  // A copy is a plain Response, which node-server looks at; its own light ones it would send as they are.
  return c.body(null, 200, { ...streamHeaders, [alreadySent]: 'true' }).clone();
}

/** The same by the answer's body, for a request that came over no connection. */
export function answerByBody(c: Context<PortalEnv>, begin: (connection: Connection) => void): Response {
  const { connection, body } = bodyConnection();
  begin(connection);
  return c.body(body, 200, streamHeaders);
}
