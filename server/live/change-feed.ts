import { setImmediate as macrotask } from 'node:timers/promises';
import { bulkKinds } from '#domain/changes.ts';
import { changesAfter, latestSeq } from '#server/changes/change-log.ts';
import type { Log } from '#server/log.ts';
import type { Store } from '#server/store/open.ts';
import { changeChunk } from './sse-encoding.ts';

/** A change ready to be sent. */
export interface EncodedChange {
  seq: number;
  uid: string;
  chunk: Uint8Array;
}

export interface FeedOptions {
  store: Store;
  log: Log;
  /** Receives each change once, in log order. Called without an await between it and the update of `position`. */
  onChange: (change: EncodedChange) => void;
  /** Pages must load again: the data was replaced, or an import changed too much to send. */
  onReplaced: () => void;
}

/** Milliseconds between polls, which find other processes' writes even if a notification was lost. */
const pollInterval = 2_000;

const batchSize = 100;
/** Yields to the event loop after about this many bytes, so that sockets can be written to. */
const yieldAfterBytes = 64 * 1024;

/** Follows the change log, reading it once for all streams. */
export class ChangeFeed {
  readonly #options: FeedOptions;
  #started: Promise<void> | undefined;
  #stopWatching: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #position = 0;
  #reading = false;
  #readAgain = false;
  #closed = false;
  #bytesSinceYield = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Every change up to this `seq` has been passed to `onChange`. */
  get position(): number {
    return this.#position;
  }

  /** Starts following the log; resolves once its end is known. Throws if the database does not respond. */
  start(): Promise<void> {
    this.#started ??= this.#begin();
    return this.#started;
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  async #begin(): Promise<void> {
    const { store } = this.#options;
    this.#stopWatching = store.watchChanges(() => void this.#read());
    this.#timer = setInterval(() => void this.#poll(), pollInterval);
    this.#timer.unref();
    try {
      this.#position = await latestSeq(store.db);
    } catch (error) {
      this.#stop();
      this.#started = undefined;
      throw error;
    }
  }

  #stop(): void {
    this.#stopWatching?.();
    clearInterval(this.#timer);
  }

  /** Reads and emits new changes. A call during a read triggers another read. */
  async #read(): Promise<void> {
    this.#readAgain = true;
    if (this.#reading) return;
    this.#reading = true;
    try {
      await this.#started;
      while (this.#readAgain && !this.#closed) {
        this.#readAgain = false;
        while (await this.#readBatch()) if (this.#closed) break;
      }
    } catch (error) {
      // The next call or poll continues from the same position.
      this.#warn(error);
    } finally {
      this.#reading = false;
    }
  }

  /** @returns whether there may be more to read */
  async #readBatch(): Promise<boolean> {
    const { store, onChange } = this.#options;
    const rows = await changesAfter(store.db, this.#position, { limit: batchSize });
    if (rows.some(({ kind }) => bulkKinds.some((bulk) => bulk === kind))) {
      this.#restart(await latestSeq(store.db));
      return false;
    }
    for (const row of rows) {
      if (this.#closed) return false;
      const change = { seq: row.seq, uid: row.uid, chunk: changeChunk(row) };
      this.#position = change.seq;
      onChange(change);
      this.#bytesSinceYield += change.chunk.byteLength;
      if (this.#bytesSinceYield < yieldAfterBytes) continue;
      // Otherwise one long batch would overflow the queue of even the fastest reader.
      await macrotask();
      this.#bytesSinceYield = 0;
    }
    return rows.length === batchSize;
  }

  async #poll(): Promise<void> {
    try {
      await this.#started;
      const before = this.#position;
      const end = await latestSeq(this.#options.store.db);
      if (end > this.#position) await this.#read();
      if (end < before) {
        this.#options.log.warn({ position: before, end }, 'the change log became shorter');
        this.#restart(end);
      }
    } catch (error) {
      this.#warn(error);
    }
  }

  #restart(end: number): void {
    this.#position = end;
    this.#options.onReplaced();
  }

  #warn(error: unknown): void {
    if (!this.#closed) this.#options.log.warn({ err: error }, 'change log not read');
  }
}
