import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The sending end of a stream, with a queue of unread bytes. */
export interface Connection {
  write(chunk: Uint8Array): void;
  unread(): number;
  /** Ends the stream after what is queued. */
  end(): void;
  /** Ends the stream at once and discards the queue. */
  destroy(): void;
  /** Notified when the client has read something, and when it has disconnected. */
  listener: { read(): void; gone(): void } | undefined;
}

/** A client with more unread bytes than this is dropped; it resumes when it can. */
export const unreadLimit = 256 * 1024;

/** A client that is catching up gets more once its queue has shrunk to this many bytes. */
const lowWaterMark = 64 * 1024;

interface LiveStreamOptions extends Pick<LiveStream, 'scope' | 'token' | 'account' | 'sender'> {
  connection: Connection;
  /** Called once, when it ends for any reason. */
  onEnd: (stream: LiveStream) => void;
}

/** An open stream of server-sent events. */
export class LiveStream {
  /** The member whose changes it carries, or null for those of all members. */
  readonly scope: string | null;
  readonly token: string;
  /** The account that opened it, and the sender it came from. */
  readonly account: string;
  readonly sender: string;
  /** Every change up to this `seq` has been sent or does not concern this stream. */
  cursor = 0;
  ended = false;
  readonly #connection: Connection;
  readonly #onEnd: (stream: LiveStream) => void;
  #drained: (() => void) | undefined;

  constructor({ scope, token, account, sender, connection, onEnd }: LiveStreamOptions) {
    this.scope = scope;
    this.token = token;
    this.account = account;
    this.sender = sender;
    this.#connection = connection;
    this.#onEnd = onEnd;
    connection.listener = this;
  }

  /** Sends bytes, and drops the client if too much is unread. */
  send(chunk: Uint8Array): void {
    if (this.ended) return;
    const unread = this.#connection.unread();
    if (unread > 0 && unread + chunk.byteLength > unreadLimit) this.drop();
    else this.#connection.write(chunk);
  }

  /** Sends a change unless it was sent before. */
  sendChange(seq: number, chunk: Uint8Array): void {
    if (seq <= this.cursor) return;
    this.cursor = seq;
    this.send(chunk);
  }

  /** Resolves when little is unread or the stream has ended. */
  async waitForDrain(): Promise<void> {
    while (!this.ended && this.#connection.unread() > lowWaterMark) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
  }

  /** Ends the stream gracefully: the client can still read what is queued, followed by `finalEvent`. */
  end(finalEvent?: Uint8Array): void {
    if (this.ended) return;
    if (finalEvent) this.#connection.write(finalEvent);
    this.#connection.end();
    this.gone();
  }

  /** Disconnects the client and discards what it has not read. */
  drop(): void {
    if (this.ended) return;
    this.#connection.destroy();
    this.gone();
  }

  /** Called when the client has read something. */
  read(): void {
    this.#drained?.();
  }

  /** Called when the client has disconnected. */
  gone(): void {
    if (this.ended) return;
    this.ended = true;
    this.#drained?.();
    this.#onEnd(this);
  }
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
