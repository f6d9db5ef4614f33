import type { ChangeEvent } from '#domain/live-events.ts';

/** A client with more unread bytes than this is dropped. Its page connects again, and fetches what it shows. */
export const unreadLimit = 256 * 1024;

/** A client that does not read the rest of an ended stream within this many milliseconds is disconnected. */
const drainTimeoutMs = 1_000;

interface LiveStreamOptions extends Pick<LiveStream, 'carries' | 'token' | 'account' | 'sender'> {
  /** Closes the connection without sending what is queued. */
  disconnect: () => void;
  /** Called once, when it ends for any reason. */
  onEnd: (stream: LiveStream) => void;
}

/** An open stream of server-sent events. */
export class LiveStream {
  readonly carries: (event: ChangeEvent) => boolean;
  readonly token: string;
  /** The account that opened it, and the sender it came from. */
  readonly account: string;
  readonly sender: string;
  readonly body: ReadableStream<Uint8Array>;
  ended = false;
  readonly #disconnect: () => void;
  readonly #onEnd: (stream: LiveStream) => void;
  #queue: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor({ carries, token, account, sender, disconnect, onEnd }: LiveStreamOptions) {
    this.carries = carries;
    this.token = token;
    this.account = account;
    this.sender = sender;
    this.#disconnect = disconnect;
    this.#onEnd = onEnd;
    const source = {
      start: (queue: ReadableStreamDefaultController<Uint8Array>) => {
        this.#queue = queue;
      },
      cancel: () => this.#close(),
    };
    this.body = new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: unreadLimit }));
  }

  /** Sends bytes, and drops the client if too much is unread. */
  send(chunk: Uint8Array): void {
    if (this.ended) return;
    if ((this.#queue?.desiredSize ?? 0) > 0) this.#queue?.enqueue(chunk);
    else this.#drop();
  }

  /** Ends the stream: the client can still read what is queued, followed by `finalEvent`. */
  end(finalEvent?: Uint8Array): void {
    if (this.ended) return;
    if (finalEvent) this.#queue?.enqueue(finalEvent);
    this.#queue?.close();
    this.#close();
    setTimeout(this.#disconnect, drainTimeoutMs).unref();
  }

  #drop(): void {
    this.#close();
    this.#disconnect();
  }

  #close(): void {
    if (this.ended) return;
    this.ended = true;
    this.#onEnd(this);
  }
}
