import { setImmediate as macrotask } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { bulkKinds } from '#domain/changes.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import type { Log } from '#server/log.ts';
import { coalesce } from '#server/store/coalesce.ts';
import type { Db, Store } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';
import type { StreamRegistry } from './stream-registry.ts';

interface FeedOptions {
  store: Store;
  log: Log;
  /** Get each change once, in log order, without an await between it and the update of `position`. */
  streams: Pick<StreamRegistry, 'broadcast' | 'endAll'>;
}

/** Milliseconds between polls, which find other processes' writes even if a notification was lost. */
const pollInterval = 2_000;

const batchSize = 100;

/** Follows the change log, reading it once for all streams. */
export class ChangeFeed {
  readonly #options: FeedOptions;
  #started: Promise<void> | undefined;
  #stopWatching: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #position = 0;
  #closed = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Every change up to this `seq` has been sent to the streams. */
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

  /** Reads and emits new changes. */
  readonly #read = coalesce(async () => {
    try {
      await this.#started;
      let isMore = !this.#closed;
      while (isMore) isMore = await this.#readBatch();
    } catch (error) {
      // The next call or poll continues from the same position.
      this.#warn(error);
    }
  });

  /** @returns whether there may be more to read */
  async #readBatch(): Promise<boolean> {
    const { store, streams } = this.#options;
    const rows = await changesAfter(store.db, this.#position, { limit: batchSize });
    if (this.#closed) return false;
    if (rows.some(({ kind }) => bulkKinds.some((bulk) => bulk === kind))) {
      this.#restart(await latestSeq(store.db));
      return false;
    }
    for (const row of rows) {
      this.#position = row.seq;
      streams.broadcast(row);
    }
    // Sockets are written to before the next batch: otherwise many would overflow the queue of even the fastest reader.
    await macrotask();
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

  /** Pages must load again: the data was replaced, or an import changed too much to send. */
  #restart(end: number): void {
    this.#position = end;
    this.#options.streams.endAll();
  }

  #warn(error: unknown): void {
    if (!this.#closed) this.#options.log.warn({ err: error }, 'change log not read');
  }
}

export type StreamedRow = Pick<Selectable<Tables['changes']>, 'seq' | 'uid' | 'kind'>;

/** The oldest changes after `after`, in order, optionally up to `upTo` and for one member only. */
export async function changesAfter(
  db: Db,
  after: number,
  { limit, upTo, uid }: { limit: number; upTo?: number | undefined; uid?: string | undefined },
): Promise<StreamedRow[]> {
  let query = db
    .selectFrom('changes')
    .select(['seq', 'uid', 'kind'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit);
  if (upTo !== undefined) query = query.where('seq', '<=', upTo);
  if (uid !== undefined) query = query.where('uid', '=', uid);
  return query.execute();
}

/** Whether an import, or the undo of one, was logged after this place: too many changes to send one by one. */
export async function hasBulkAfter(db: Db, seq: number): Promise<boolean> {
  const row = await db
    .selectFrom('changes')
    .select('seq')
    .where('seq', '>', seq)
    .where('kind', 'in', bulkKinds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
