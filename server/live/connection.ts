import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Where the bytes of a stream go, and wait while nobody reads them. */
export interface Connection {
  write(chunk: Uint8Array): void;
  /** How many bytes wait. */
  unread(): number;
  /** After what waits, the end. */
  end(): void;
  /** The end at once; what waits is lost. */
  destroy(): void;
  /** Who wants to know that the reader has read, and that they are gone. */
  listener: { read(): void; gone(): void } | undefined;
}

/** Who does not read a stream to its end within this time, in milliseconds, is cut off. */
const lastCall = 1_000;

/**
 * Straight into the connection of an answer that has sent its head and is ended by the connection's end. A stream by
 * way of web streams would cost half as much memory again, and there may be thousands; by way of the answer a change
 * to all of them takes a third more time.
 */
export function socketConnection(outgoing: ServerResponse, socket: Socket): Connection {
  const connection: Connection = {
    write: (chunk) => {
      if (!outgoing.destroyed && !socket.destroyed) socket.write(chunk);
    },
    unread: () => outgoing.writableLength,
    end: () => {
      outgoing.end();
      setTimeout(connection.destroy, lastCall).unref();
    },
    destroy: () => outgoing.destroy(),
    listener: undefined,
  };
  socket.on('drain', () => connection.listener?.read());
  outgoing.on('close', () => connection.listener?.gone());
  // A connection that breaks is closed as well, which is all that matters here.
  outgoing.on('error', () => {});
  return connection;
}

/** Into the body of an answer, where there is no connection at hand (`app.request`). */
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
