import { setImmediate as macrotask } from 'node:timers/promises';
import type { Log } from '#server/log.ts';
import type { Store } from '#server/store/open.ts';
import { changesAfter, latestSeq } from './change-log.ts';
import { changeChunk } from './event-chunks.ts';

/** A change as it goes out. */
export interface FedChange {
  seq: number;
  uid: string;
  chunk: Uint8Array;
}

/** The change log as it grows, read once for everybody. */
export interface ChangeFeed {
  /** Starts to follow the log; resolves once its end is known. Throws if the database does not answer. */
  start(): Promise<void>;
  /** Everything up to this `seq` has been given to `onChange`. */
  position(): number;
  /** The latest changes after `seq` that were given out, or null where they do not reach back so far. */
  recentAfter(seq: number): FedChange[] | null;
  close(): void;
}

export interface FeedOptions {
  store: Store;
  log: Log;
  /** Takes changes in the log's order, each once. Called without an await between it and `position` moving on. */
  onChange: (change: FedChange) => void;
  /** The log has become shorter: other data were put in its place. */
  onReplaced: () => void;
}

/** The log is asked this often whether or not anybody called, in milliseconds: other processes' writes are found. */
const pollInterval = 2_000;

const batchSize = 100;
/** Sockets get a turn after about so many bytes. */
const turnBytes = 64 * 1024;
const recentBytes = 128 * 1024;

export function createChangeFeed({ store, log, onChange, onReplaced }: FeedOptions): ChangeFeed {
  let started: Promise<void> | undefined;
  let stopWatching: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let position = 0;
  let reading = false;
  let called = false;
  let closed = false;
  let recent: FedChange[] = [];
  let recentFrom = 0;
  let kept = 0;
  let sinceTurn = 0;

  async function begin(): Promise<void> {
    stopWatching = store.watchChanges(() => void read());
    timer = setInterval(() => void poll(), pollInterval);
    timer.unref();
    try {
      position = await latestSeq(store.db);
      recentFrom = position;
    } catch (error) {
      stop();
      started = undefined;
      throw error;
    }
  }

  function stop(): void {
    stopWatching?.();
    clearInterval(timer);
  }

  /** Reads what is new and gives it out. A call while it does so has it look once more. */
  async function read(): Promise<void> {
    called = true;
    if (reading) return;
    reading = true;
    try {
      await started;
      while (called && !closed) {
        called = false;
        while (await readBatch()) if (closed) break;
      }
    } catch (error) {
      // The next call or poll reads on from the same place.
      if (!closed) log.warn({ err: error }, 'change log not read');
    } finally {
      reading = false;
    }
  }

  /** @returns whether there may be more */
  async function readBatch(): Promise<boolean> {
    const rows = await changesAfter(store.db, position, { limit: batchSize });
    for (const row of rows) {
      if (closed) return false;
      const chunk = changeChunk(row, log);
      giveOut({ seq: row.seq, uid: row.uid, chunk });
      sinceTurn += chunk.byteLength;
      if (sinceTurn < turnBytes) continue;
      // Without it one long batch would fill the queue of the fastest reader.
      await macrotask();
      sinceTurn = 0;
    }
    return rows.length === batchSize;
  }

  function giveOut(change: FedChange): void {
    position = change.seq;
    recent.push(change);
    kept += change.chunk.byteLength;
    while (kept > recentBytes) {
      const oldest = recent.shift();
      if (!oldest) break;
      recentFrom = oldest.seq;
      kept -= oldest.chunk.byteLength;
    }
    onChange(change);
  }

  async function poll(): Promise<void> {
    try {
      await started;
      const before = position;
      const end = await latestSeq(store.db);
      if (end >= before) {
        if (end > position) await read();
        return;
      }
      log.warn({ position, end }, 'the change log became shorter');
      position = end;
      recent = [];
      recentFrom = end;
      kept = 0;
      onReplaced();
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'change log not read');
    }
  }

  return {
    start() {
      started ??= begin();
      return started;
    },
    position: () => position,
    recentAfter: (seq) => (seq >= recentFrom ? recent.filter((change) => change.seq > seq) : null),
    close() {
      closed = true;
      stop();
    },
  };
}
