import type { Connection } from './connection.ts';

/** More unread bytes than this, and the reader is dropped; it resumes when it can. */
export const unreadLimit = 256 * 1024;

/** Someone who has missed much is sent more once they have read down to this. */
const comfortable = 64 * 1024;

export interface LiveStreamOptions {
  /** Whose changes it carries; null for everybody's. */
  scope: string | null;
  /** The session that it lives as long as. */
  token: string;
  /** The account that opened it, and the sender it came from. */
  account: string;
  sender: string;
  connection: Connection;
  /** Called once, however it ends. */
  onEnd: (stream: LiveStream) => void;
}

/** One open stream of server-sent events. */
export class LiveStream {
  readonly scope: string | null;
  readonly token: string;
  readonly account: string;
  readonly sender: string;
  /** Everything up to this `seq` is sent, or is none of this stream's. */
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

  /** Sends bytes; drops the reader if too much is unread then. */
  send(chunk: Uint8Array): void {
    if (this.ended) return;
    const unread = this.#connection.unread();
    if (unread > 0 && unread + chunk.byteLength > unreadLimit) this.drop();
    else this.#connection.write(chunk);
  }

  /** Sends a change, unless the reader has it. */
  sendChange(seq: number, chunk: Uint8Array): void {
    if (seq <= this.cursor) return;
    this.cursor = seq;
    this.send(chunk);
  }

  /** Resolves when little is unread, or the stream has ended. */
  async waitForDrain(): Promise<void> {
    while (!this.ended && this.#connection.unread() > comfortable) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
  }

  /** Ends the stream in good order: what is unread can still be read, and `finalEvent` after it. */
  end(finalEvent?: Uint8Array): void {
    if (this.ended) return;
    if (finalEvent) this.#connection.write(finalEvent);
    this.#connection.end();
    this.gone();
  }

  /** Cuts the reader off and forgets what it has not read. */
  drop(): void {
    if (this.ended) return;
    this.#connection.destroy();
    this.gone();
  }

  /** The connection says that something was read. */
  read(): void {
    this.#drained?.();
  }

  /** The connection says that the reader is gone. */
  gone(): void {
    if (this.ended) return;
    this.ended = true;
    this.#drained?.();
    this.#onEnd(this);
  }
}
