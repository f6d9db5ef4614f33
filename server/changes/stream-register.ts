import type { FedChange } from './change-feed.ts';
import type { EventStream } from './event-stream.ts';

/** The open streams of this process, and which of them get what comes. */
export class StreamRegister {
  readonly #open = new Set<EventStream>();
  /** Those that have caught up: everybody's, and by member. */
  readonly #everybody = new Set<EventStream>();
  readonly #byMember = new Map<string, Set<EventStream>>();

  get size(): number {
    return this.#open.size;
  }

  [Symbol.iterator](): Iterator<EventStream> {
    return this.#open.values();
  }

  countOf(account: string): number {
    let count = 0;
    for (const stream of this.#open) if (stream.account === account) count += 1;
    return count;
  }

  add(stream: EventStream): void {
    this.#open.add(stream);
  }

  /** From now on the stream gets what `giveOut` brings. */
  join(stream: EventStream): void {
    const { scope } = stream;
    if (scope === null) this.#everybody.add(stream);
    else this.#byMember.set(scope, (this.#byMember.get(scope) ?? new Set()).add(stream));
  }

  leave(stream: EventStream): void {
    this.#open.delete(stream);
    this.#everybody.delete(stream);
    if (stream.scope === null) return;
    const mates = this.#byMember.get(stream.scope);
    mates?.delete(stream);
    if (mates?.size === 0) this.#byMember.delete(stream.scope);
  }

  giveOut({ seq, uid, chunk }: FedChange): void {
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
