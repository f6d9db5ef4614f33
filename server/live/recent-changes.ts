import type { EncodedChange } from './change-feed.ts';

const keptBytes = 128 * 1024;

/** A bounded buffer of the latest changes, for clients that reconnect after a moment. */
export class RecentChanges {
  #changes: EncodedChange[] = [];
  #bytes = 0;
  /** The buffer holds every change after this `seq`. */
  #from = 0;

  /** Clears the buffer; the next changes come after this `seq`. */
  startAfter(seq: number): void {
    this.#changes = [];
    this.#bytes = 0;
    this.#from = seq;
  }

  add(change: EncodedChange): void {
    this.#changes.push(change);
    this.#bytes += change.chunk.byteLength;
    while (this.#bytes > keptBytes) {
      const oldest = this.#changes.shift();
      if (!oldest) break;
      this.#from = oldest.seq;
      this.#bytes -= oldest.chunk.byteLength;
    }
  }

  /** The changes after `seq`, or null if the buffer does not reach back that far. */
  after(seq: number): EncodedChange[] | null {
    return seq >= this.#from ? this.#changes.filter((change) => change.seq > seq) : null;
  }
}
