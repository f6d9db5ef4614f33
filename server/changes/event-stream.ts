import type { Sink } from './sinks.ts';

/** More unread bytes than this, and the reader is dropped; it resumes when it can. */
export const unreadLimit = 256 * 1024;

/** Someone who has missed much is sent more once they have read down to this. */
const comfortable = 64 * 1024;

export interface EventStreamOptions {
  /** Whose changes it carries; null for everybody's. */
  scope: string | null;
  /** The session that it lives as long as. */
  token: string;
  /** The account that opened it. */
  account: string;
  sink: Sink;
  /** Called once, however it ends. */
  onEnd: (stream: EventStream) => void;
}

/** One open stream of server-sent events. */
export class EventStream {
  readonly scope: string | null;
  readonly token: string;
  readonly account: string;
  /** Everything up to this `seq` is sent, or is none of this stream's. */
  cursor = 0;
  ended = false;
  readonly #sink: Sink;
  readonly #onEnd: (stream: EventStream) => void;
  #roomMade: (() => void) | undefined;

  constructor({ scope, token, account, sink, onEnd }: EventStreamOptions) {
    this.scope = scope;
    this.token = token;
    this.account = account;
    this.#sink = sink;
    this.#onEnd = onEnd;
    sink.listener = this;
  }

  /** Sends bytes; drops the reader if too much is unread then. */
  send(chunk: Uint8Array): void {
    if (this.ended) return;
    const unread = this.#sink.unread();
    if (unread > 0 && unread + chunk.byteLength > unreadLimit) this.drop();
    else this.#sink.write(chunk);
  }

  /** Sends a change, unless the reader has it. */
  sendChange(seq: number, chunk: Uint8Array): void {
    if (seq <= this.cursor) return;
    this.cursor = seq;
    this.send(chunk);
  }

  /** Resolves when little is unread, or the stream has ended. */
  async room(): Promise<void> {
    while (!this.ended && this.#sink.unread() > comfortable) {
      await new Promise<void>((resolve) => {
        this.#roomMade = resolve;
      });
    }
  }

  /** Ends the stream in good order: what is unread can still be read, and `farewell` after it. */
  end(farewell?: Uint8Array): void {
    if (this.ended) return;
    if (farewell) this.#sink.write(farewell);
    this.#sink.end();
    this.gone();
  }

  /** Cuts the reader off and forgets what it has not read. */
  drop(): void {
    if (this.ended) return;
    this.#sink.cut();
    this.gone();
  }

  /** The sink says that something was read. */
  read(): void {
    this.#roomMade?.();
  }

  /** The sink says that the reader is gone. */
  gone(): void {
    if (this.ended) return;
    this.ended = true;
    this.#roomMade?.();
    this.#onEnd(this);
  }
}
