import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The sending end of a stream, with a queue of unread bytes. */
export interface Connection {
  write(chunk: Uint8Array): void;
  /** The number of bytes queued. */
  unread(): number;
  /** Ends the stream after what is queued. */
  end(): void;
  /** Ends the stream at once and discards the queue. */
  destroy(): void;
  /** Notified when the client has read something, and when it has disconnected. */
  listener: { read(): void; gone(): void } | undefined;
}

/** A client that does not read the rest of an ended stream within this many milliseconds is disconnected. */
const drainTimeoutMs = 1_000;

/**
 * Writes directly to the socket of a response whose head has been sent. Web streams would take half as much memory
 * again for each of thousands of connections, and writing through the response makes a broadcast a third slower.
 */
export function socketConnection(outgoing: ServerResponse, socket: Socket): Connection {
  const connection: Connection = {
    write: (chunk) => {
      if (!outgoing.destroyed && !socket.destroyed) socket.write(chunk);
    },
    unread: () => outgoing.writableLength,
    end: () => {
      outgoing.end();
      setTimeout(connection.destroy, drainTimeoutMs).unref();
    },
    destroy: () => outgoing.destroy(),
    listener: undefined,
  };
  socket.on('drain', () => connection.listener?.read());
  outgoing.on('close', () => connection.listener?.gone());
  // A broken connection is also closed, which is handled elsewhere.
  outgoing.on('error', () => {});
  return connection;
}

/** Writes to a response body, for requests without a socket (`app.request`). */
export function bodyConnection(): { connection: Connection; body: ReadableStream<Uint8Array> } {
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
