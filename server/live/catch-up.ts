import { changesAfter, latestSeq } from '#server/changes/change-log.ts';
import type { Store } from '#server/store/open.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { LiveStream } from './live-stream.ts';
import { changeChunk } from './sse-encoding.ts';

const batchSize = 100;

export interface CatchUpOptions {
  store: Store;
  feed: ChangeFeed;
  /** Subscribes the stream to later changes. */
  join: () => void;
}

/**
 * Sends a stream what it missed since its cursor, at the speed of its reader, and then joins it to the live streams.
 * There is no await between the last check of the feed's position and joining, so no change can be missed, and the
 * cursor prevents duplicates.
 */
export async function catchUp(stream: LiveStream, { store, feed, join }: CatchUpOptions): Promise<void> {
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
      await stream.waitForDrain();
      stream.sendChange(row.seq, changeChunk(row));
    }
    if (rows.length < batchSize) stream.cursor = Math.max(stream.cursor, upTo);
  }
}
