import { type ChangeEvent, type StreamReady, streamEvents } from '#domain/changes.ts';
import type { StreamedRow } from './change-feed.ts';
import type { LiveStream } from './live-stream.ts';

/** How many streams may be open in one process. */
export interface StreamBounds {
  account: number;
  address: number;
  total: number;
}

type StreamOwner = Pick<LiveStream, 'account' | 'sender'>;

/** The open streams of this process, and which of them receive new changes. */
export class StreamRegistry {
  readonly #open = new Set<LiveStream>();
  /** Streams that have caught up: the administrator's, and by member. */
  readonly #ofAllMembers = new Set<LiveStream>();
  readonly #byMember = new Map<string, Set<LiveStream>>();
  /** How many are open, by account and by sender. */
  readonly #byAccount = new Map<string, number>();
  readonly #bySender = new Map<string, number>();

  get size(): number {
    return this.#open.size;
  }

  [Symbol.iterator](): Iterator<LiveStream> {
    return this.#open.values();
  }

  /** Which bound one more stream of this account from this sender would pass; null for none. */
  boundReached({ account, sender }: StreamOwner, bounds: StreamBounds): keyof StreamBounds | null {
    if ((this.#byAccount.get(account) ?? 0) >= bounds.account) return 'account';
    if ((this.#bySender.get(sender) ?? 0) >= bounds.address) return 'address';
    return this.#open.size >= bounds.total ? 'total' : null;
  }

  add(stream: LiveStream): void {
    this.#open.add(stream);
    count(this.#byAccount, stream.account, 1);
    count(this.#bySender, stream.sender, 1);
  }

  /** Subscribes the stream to `broadcast`. */
  join(stream: LiveStream): void {
    const { scope } = stream;
    if (scope === null) this.#ofAllMembers.add(stream);
    else this.#byMember.set(scope, (this.#byMember.get(scope) ?? new Set()).add(stream));
  }

  leave(stream: LiveStream): void {
    if (this.#open.delete(stream)) {
      count(this.#byAccount, stream.account, -1);
      count(this.#bySender, stream.sender, -1);
    }
    this.#ofAllMembers.delete(stream);
    if (stream.scope === null) return;
    const siblings = this.#byMember.get(stream.scope);
    siblings?.delete(stream);
    if (siblings?.size === 0) this.#byMember.delete(stream.scope);
  }

  /** Encodes a change once, and sends it to the streams that may see it. */
  broadcast(row: StreamedRow): void {
    const chunk = changeChunk(row);
    for (const stream of this.#ofAllMembers) stream.sendChange(row.seq, chunk);
    for (const stream of this.#byMember.get(row.uid) ?? []) stream.sendChange(row.seq, chunk);
  }

  sendAll(chunk: Uint8Array): void {
    for (const stream of this.#open) stream.send(chunk);
  }

  endAll(): void {
    for (const stream of this.#open) stream.end();
  }
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const now = (counts.get(key) ?? 0) + change;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}

const encoder = new TextEncoder();

/** Browsers wait this long before they reconnect, in milliseconds. */
const retry = 1_000;

/** A comment for proxies that close silent connections, and an event for the page. */
export const pingChunk = encoder.encode(`: ping\nevent: ${streamEvents.ping}\ndata: {}\n\n`);

export const sessionEndedChunk = encoder.encode(`event: ${streamEvents.sessionEnded}\ndata: {}\n\n`);

/** The first event of a connection. Its id is the client's position, even if nothing follows. */
export function readyChunk(ready: StreamReady): Uint8Array {
  return encoder.encode(
    `retry: ${retry}\nid: ${ready.seq}\nevent: ${streamEvents.ready}\ndata: ${JSON.stringify(ready)}\n\n`,
  );
}

export function changeChunk({ seq, uid, kind }: StreamedRow): Uint8Array {
  const event = { seq, uid, kind } as ChangeEvent;
  return encoder.encode(`id: ${seq}\nevent: ${streamEvents.change}\ndata: ${JSON.stringify(event)}\n\n`);
}
