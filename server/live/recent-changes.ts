import type { EncodedChange } from './change-feed.ts';

const keptBytes = 128 * 1024;

/** The latest changes that were given out, as far as they fit, for readers who were away for a moment. */
export class RecentChanges {
  #changes: EncodedChange[] = [];
  #bytes = 0;
  /** Everything after this `seq` is here. */
  #from = 0;

  /** Forgets all; what comes is behind this `seq`. */
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

  /** Those after `seq`, or null where they do not reach back so far. */
  after(seq: number): EncodedChange[] | null {
    return seq >= this.#from ? this.#changes.filter((change) => change.seq > seq) : null;
  }
}
