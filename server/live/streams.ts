import type { Context } from 'hono';
import { pingInterval, type StreamReady } from '#domain/changes.ts';
import type { ApiError } from '#domain/errors.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Log } from '#server/log.ts';
import type { Store } from '#server/store/open.ts';
import { ChangeFeed, changesAfter, hasBulkAfter } from './change-feed.ts';
import { type Connection, LiveStream } from './live-stream.ts';
import { createSessionWatch } from './session-watch.ts';
import { changeChunk, pingChunk, readyChunk, type StreamBounds, StreamRegistry } from './stream-registry.ts';
import { respondOverSocket, streamHeaders } from './stream-responses.ts';

/** Milliseconds between checks of the sessions of open streams. This or another process may have ended them. */
const sessionCheckInterval = 700;

const stopping = { code: 'UNAVAILABLE', message: 'The portal is stopping.' };

/** A request for a stream: whose changes, and after which one to resume (undefined starts now). */
export interface StreamRequest {
  /** The member's uid, or null for the changes of all members. */
  scope: string | null;
  after: number | undefined;
}

interface OpenRequest extends Pick<LiveStream, 'scope' | 'account' | 'sender' | 'token'> {
  ready: StreamReady;
}

export type Streams = ReturnType<typeof createStreams>;

export interface StreamsOptions {
  store: Store;
  sessions: Sessions;
  log: Log;
  bounds: StreamBounds;
}

export function createStreams({ store, sessions, log, bounds }: StreamsOptions) {
  const streams = new StreamRegistry();
  const feed = new ChangeFeed({ store, log, streams });
  const checkSessions = createSessionWatch(streams, sessions, log);
  const timers: NodeJS.Timeout[] = [];
  let closed = false;

  function startTimers(): void {
    if (timers.length > 0) return;
    timers.push(
      setInterval(() => streams.sendAll(pingChunk), pingInterval),
      setInterval(checkSessions, sessionCheckInterval),
    );
    for (const timer of timers) timer.unref();
  }

  /** Starts sending to a connection whose head is sent. */
  function begin({ ready, ...request }: OpenRequest, connection: Connection): void {
    // Again, since many that came at once were let in before any of them was open.
    if (closed || streams.boundReached(request, bounds)) {
      connection.end();
      return;
    }
    const stream = new LiveStream({ ...request, connection, onEnd: (ended) => streams.leave(ended) });
    streams.add(stream);
    startTimers();
    stream.cursor = ready.seq;
    stream.send(readyChunk(ready));
    catchUp(stream, { store, feed, join: () => streams.join(stream) }).catch((error: unknown) => {
      // The client reconnects and tries again.
      if (!closed) log.warn({ err: error }, 'stream not caught up');
      stream.end();
    });
  }

  return {
    /** Opens a stream that ends with the caller's session. Throws 429 or 503 past a bound. */
    async open(c: Context<PortalEnv>, { scope, after }: StreamRequest): Promise<Response> {
      // A HEAD request would never read the stream.
      if (c.req.method === 'HEAD') return c.body(null, 200, streamHeaders);
      const owner = { account: c.var.user.uid, sender: c.var.sender };
      const reached = streams.boundReached(owner, bounds);
      if (reached) throw tooManyStreams(reached);
      await feed.start();
      const ready = await startOf(after, feed, store);
      const token = sessions.id(c);
      // Expected at every stop, so it is not logged as a failure.
      if (closed || !token) return c.json<ApiError>(stopping, 503, { 'Retry-After': '2' });
      return respondOverSocket(c, (connection) => begin({ scope, ...owner, token, ready }, connection));
    },
    count: () => streams.size,
    /** Ends all streams when the process stops; clients reconnect later. */
    close(): void {
      closed = true;
      feed.close();
      for (const timer of timers) clearInterval(timer);
      streams.endAll();
    },
  };
}

/** Where a stream starts, and whether it can be told what it missed. */
async function startOf(after: number | undefined, feed: ChangeFeed, store: Store): Promise<StreamReady> {
  if (after === undefined) return { seq: feed.position, resumed: false };
  if (after <= feed.position) {
    const tooMuch = await hasBulkAfter(store.db, after);
    return tooMuch ? { seq: feed.position, resumed: false } : { seq: after, resumed: true };
  }
  // The position may be ahead of this process, or belong to data that has been replaced.
  const end = await latestSeq(store.db);
  return after <= end ? { seq: after, resumed: true } : { seq: feed.position, resumed: false };
}

function tooManyStreams(reached: keyof StreamBounds): Refusal {
  const text =
    reached === 'account'
      ? 'Too many pages of the portal are open.'
      : 'Too many people have the portal open right now. Please try again in a few seconds.';
  return new Refusal(reached === 'total' ? 503 : 429, 'TOO_MANY_STREAMS', text, {
    headers: { 'Retry-After': '10' },
  });
}

const batchSize = 100;

/**
 * Sends a stream what it missed since its cursor, at the speed of its reader, and then joins it to the live streams.
 * There is no await between the last check of the feed's position and joining, so no change can be missed, and the
 * cursor prevents duplicates.
 */
async function catchUp(
  stream: LiveStream,
  /** `join` subscribes the stream to later changes. */
  { store, feed, join }: { store: Store; feed: ChangeFeed; join: () => void },
): Promise<void> {
  const uid = stream.scope ?? undefined;
  while (!stream.ended) {
    const upTo = feed.position;
    if (stream.cursor >= upTo) return join();
    const rows = await changesAfter(store.db, stream.cursor, { limit: batchSize, upTo, uid });
    for (const row of rows) {
      await stream.waitForDrain();
      stream.sendChange(row.seq, changeChunk(row));
    }
    if (rows.length < batchSize) stream.cursor = Math.max(stream.cursor, upTo);
  }
}
