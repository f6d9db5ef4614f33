/** More unread bytes than this, and the reader is dropped; it resumes when it can. */
export const unreadLimit = 256 * 1024;

/** Who does not read a stream to its end within this time, in milliseconds, is cut off. */
const lastCall = 1_000;

/** Someone who has missed much is sent more once they have read down to this. */
const comfortable = 64 * 1024;

export interface EventStreamOptions {
  /** Whose changes it carries; null for everybody's. */
  scope: string | null;
  /** The session that it lives as long as. */
  token: string;
  /** The account that opened it. */
  account: string;
  /** Called once, however it ends. */
  onEnd: (stream: EventStream) => void;
  /** Cuts the connection off, without waiting for what is unread. */
  cut: (() => void) | undefined;
}

/** One open stream of server-sent events: what is unread waits here, up to a limit. */
export class EventStream {
  readonly scope: string | null;
  readonly token: string;
  readonly account: string;
  readonly body: ReadableStream<Uint8Array>;
  /** Everything up to this `seq` is sent, or is none of this stream's. */
  cursor = 0;
  ended = false;
  readonly #onEnd: (stream: EventStream) => void;
  readonly #cut: (() => void) | undefined;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #roomMade: (() => void) | undefined;

  constructor({ scope, token, account, onEnd, cut }: EventStreamOptions) {
    this.scope = scope;
    this.token = token;
    this.account = account;
    this.#onEnd = onEnd;
    this.#cut = cut;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          if (this.#unread() <= comfortable) this.#roomMade?.();
        },
        cancel: () => this.#finish(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: unreadLimit }),
    );
  }

  /** Sends bytes; drops the reader if too much is unread then. */
  send(chunk: Uint8Array): void {
    if (this.ended) return;
    if (this.#unread() + chunk.byteLength > unreadLimit && this.#unread() > 0) this.drop();
    else this.#controller?.enqueue(chunk);
  }

  /** Sends a change, unless the reader has it. */
  sendChange(seq: number, chunk: Uint8Array): void {
    if (seq <= this.cursor) return;
    this.cursor = seq;
    this.send(chunk);
  }

  /** Resolves when little is unread, or the stream has ended. */
  async room(): Promise<void> {
    if (this.ended || this.#unread() <= comfortable) return;
    await new Promise<void>((resolve) => {
      this.#roomMade = resolve;
    });
    this.#roomMade = undefined;
  }

  /** Ends the stream in good order; what is unread can still be read, and `farewell` after it. */
  end(farewell?: Uint8Array): void {
    if (this.ended) return;
    if (farewell) this.#controller?.enqueue(farewell);
    this.#controller?.close();
    this.#finish();
    if (this.#cut) setTimeout(this.#cut, lastCall).unref();
  }

  /** Cuts the reader off and forgets what it has not read. */
  drop(): void {
    if (this.ended) return;
    if (this.#cut) this.#cut();
    else this.#controller?.error(new Error('the reader was too slow'));
    this.#finish();
  }

  #unread(): number {
    return unreadLimit - (this.#controller?.desiredSize ?? unreadLimit);
  }

  #finish(): void {
    if (this.ended) return;
    this.ended = true;
    this.#roomMade?.();
    this.#onEnd(this);
  }
}
