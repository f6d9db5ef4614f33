import type { Log } from '#server/log.ts';
import type { Store } from '#server/store/open.ts';
import type { ChangeFeed } from './change-feed.ts';
import { changesAfter, latestSeq } from './change-log.ts';
import { changeChunk } from './event-chunks.ts';
import type { EventStream } from './event-stream.ts';

const batchSize = 100;

export interface CatchUpOptions {
  store: Store;
  log: Log;
  feed: ChangeFeed;
  /** Has the stream get what comes from now on. */
  join: () => void;
}

/**
 * Sends what a stream has missed since its cursor, as fast as it is read, and joins it to those that get what comes.
 * Between the last look at what was given out and the joining there is no await, so nothing falls in between; the
 * cursor keeps anything from coming twice.
 */
export async function catchUp(
  stream: EventStream,
  { store, log, feed, join }: CatchUpOptions,
): Promise<void> {
  const uid = stream.scope ?? undefined;
  while (!stream.ended) {
    const recent = feed.recentAfter(stream.cursor);
    if (recent) {
      for (const change of recent) {
        if (uid === undefined || change.uid === uid) stream.sendChange(change.seq, change.chunk);
      }
      if (!stream.ended) join();
      return;
    }
    const upTo = await latestSeq(store.db);
    const rows = await changesAfter(store.db, stream.cursor, { limit: batchSize, upTo, uid });
    for (const row of rows) {
      await stream.room();
      stream.sendChange(row.seq, changeChunk(row, log));
    }
    if (rows.length < batchSize) stream.cursor = Math.max(stream.cursor, upTo);
  }
}
