import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Where the bytes of a stream go, and wait while nobody reads them. */
export interface Sink {
  write(chunk: Uint8Array): void;
  /** How many bytes wait. */
  unread(): number;
  /** After what waits, the end. */
  end(): void;
  /** The end at once; what waits is lost. */
  cut(): void;
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
export function connectionSink(outgoing: ServerResponse, socket: Socket): Sink {
  const sink: Sink = {
    write: (chunk) => {
      if (!outgoing.destroyed && !socket.destroyed) socket.write(chunk);
    },
    unread: () => outgoing.writableLength,
    end: () => {
      outgoing.end();
      setTimeout(sink.cut, lastCall).unref();
    },
    cut: () => outgoing.destroy(),
    listener: undefined,
  };
  socket.on('drain', () => sink.listener?.read());
  outgoing.on('close', () => sink.listener?.gone());
  // A connection that breaks is closed as well, which is all that matters here.
  outgoing.on('error', () => {});
  return sink;
}

/** Into the body of an answer, where there is no connection at hand (`app.request`). */
export function bodySink(): { sink: Sink; body: ReadableStream<Uint8Array> } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const sink: Sink = {
    write: (chunk) => controller?.enqueue(chunk),
    unread: () => -(controller?.desiredSize ?? 0),
    end: () => controller?.close(),
    cut: () => controller?.error(new Error('the stream was cut off')),
    listener: undefined,
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (ofBody) => {
        controller = ofBody;
      },
      pull: () => sink.listener?.read(),
      cancel: () => sink.listener?.gone(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return { sink, body };
}
