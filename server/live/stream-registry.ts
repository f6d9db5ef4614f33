import type { EncodedChange } from './change-feed.ts';
import type { LiveStream } from './live-stream.ts';

/** The open streams of this process, and which of them receive new changes. */
export class StreamRegistry {
  readonly #open = new Set<LiveStream>();
  /** Streams that have caught up: the administrator's, and by member. */
  readonly #everybody = new Set<LiveStream>();
  readonly #byMember = new Map<string, Set<LiveStream>>();

  get size(): number {
    return this.#open.size;
  }

  [Symbol.iterator](): Iterator<LiveStream> {
    return this.#open.values();
  }

  countOf(account: string): number {
    let count = 0;
    for (const stream of this.#open) if (stream.account === account) count += 1;
    return count;
  }

  add(stream: LiveStream): void {
    this.#open.add(stream);
  }

  /** Subscribes the stream to `broadcast`. */
  join(stream: LiveStream): void {
    const { scope } = stream;
    if (scope === null) this.#everybody.add(stream);
    else this.#byMember.set(scope, (this.#byMember.get(scope) ?? new Set()).add(stream));
  }

  leave(stream: LiveStream): void {
    this.#open.delete(stream);
    this.#everybody.delete(stream);
    if (stream.scope === null) return;
    const siblings = this.#byMember.get(stream.scope);
    siblings?.delete(stream);
    if (siblings?.size === 0) this.#byMember.delete(stream.scope);
  }

  broadcast({ seq, uid, chunk }: EncodedChange): void {
    for (const stream of this.#everybody) stream.sendChange(seq, chunk);
    for (const stream of this.#byMember.get(uid) ?? []) stream.sendChange(seq, chunk);
  }

  sendAll(chunk: Uint8Array): void {
    for (const stream of this.#open) stream.send(chunk);
  }

  endAll(): void {
    for (const stream of this.#open) stream.end();
  }
}
