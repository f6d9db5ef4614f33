import type { Context } from 'hono';
import type { ApiError } from '#domain/errors.ts';
import { type ChangeEvent, pingInterval, streamEvents } from '#domain/live-events.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Log } from '#server/log/log.ts';
import { coalesce } from '#server/store/coalesce.ts';
import type { Store } from '#server/store/open.ts';
import { LiveStream } from './live-stream.ts';

/** How many streams may be open in one process. */
export interface StreamBounds {
  account: number;
  address: number;
  total: number;
}

/** Milliseconds between checks of the sessions of open streams. This or another process may have ended them. */
const sessionCheckInterval = 700;

/** A browser waits between these milliseconds before it reconnects, so that all do not come together after a restart. */
const [retryFrom, retryTo] = [500, 2_000];

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Keeps nginx from buffering events.
  'X-Accel-Buffering': 'no',
  // A stream ends with its session or process, so keeping the connection alive would only delay a shutdown.
  Connection: 'close',
};

const stopping = { code: 'UNAVAILABLE', message: 'The portal is stopping.' };

export type Streams = ReturnType<typeof createStreams>;

export interface StreamsOptions {
  store: Pick<Store, 'watchChanges'>;
  sessions: Pick<Sessions, 'alive' | 'id'>;
  log: Log;
  bounds: StreamBounds;
}

/** The open streams of this process: each page learns what to look at again (docs/decisions/live.md). */
export function createStreams({ store, sessions, log, bounds }: StreamsOptions) {
  const streams = new Set<LiveStream>();
  const timers: NodeJS.Timeout[] = [];
  let started: Promise<void> | undefined;
  let closed = false;

  function start(): Promise<void> {
    timers.push(setInterval(sendPings, pingInterval), setInterval(checkSessions, sessionCheckInterval));
    for (const timer of timers) timer.unref();
    return store.watchChanges(sendChange);
  }

  function sendChange(event: ChangeEvent): void {
    const chunk = encode(streamEvents.change, event);
    for (const stream of streams) if (stream.carries(event)) stream.send(chunk);
  }

  function sendPings(): void {
    for (const stream of streams) stream.send(pingChunk);
  }

  /** Ends the streams whose session is over. While the database is unavailable they stay open. */
  const checkSessions = coalesce(async () => {
    if (streams.size === 0) return;
    const checked = [...streams];
    try {
      const alive = await sessions.alive(new Set(checked.map(({ token }) => token)));
      for (const stream of checked) if (!alive.has(stream.token)) stream.end(sessionEndedChunk);
    } catch (error) {
      log.warn({ err: error }, 'sessions of streams not checked');
    }
  });

  /** Which bound one more stream of this account from this sender would pass; null for none. */
  function boundReached(account: string, sender: string): keyof StreamBounds | null {
    const open = [...streams];
    if (open.filter((stream) => stream.account === account).length >= bounds.account) return 'account';
    if (open.filter((stream) => stream.sender === sender).length >= bounds.address) return 'address';
    return open.length >= bounds.total ? 'total' : null;
  }

  return {
    /**
     * Opens a stream of some changes, which ends with the caller's session. Throws 429 or 503 over a limit.
     */
    async open(c: Context<PortalEnv>, carries: LiveStream['carries']): Promise<Response> {
      // A HEAD request would never read the stream.
      if (c.req.method === 'HEAD') return c.body(null, 200, streamHeaders);
      started ??= start();
      await started;
      const token = sessions.id(c);
      // Expected at every stop, so it is not logged as a failure.
      if (closed || !token) return c.json<ApiError>(stopping, 503, { 'Retry-After': '2' });
      const [account, sender] = [c.var.user.uid, c.var.sender()];
      const reached = boundReached(account, sender);
      if (reached) throw tooManyStreams(reached);
      const disconnect = () => c.env.outgoing?.destroy();
      const onEnd = (stream: LiveStream) => streams.delete(stream);
      const stream = new LiveStream({ carries, token, account, sender, disconnect, onEnd });
      streams.add(stream);
      stream.send(readyChunk());
      return c.body(stream.body, 200, streamHeaders);
    },
    count: () => streams.size,
    /** Ends all streams when the process stops; clients reconnect later. */
    close(): void {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      for (const stream of streams) stream.end();
    },
  };
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

const encoder = new TextEncoder();

function encode(name: string, data: object): Uint8Array {
  return encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

const pingChunk = encode(streamEvents.ping, {});
const sessionEndedChunk = encode(streamEvents.sessionEnded, {});

function readyChunk(): Uint8Array {
  const retry = Math.round(retryFrom + Math.random() * (retryTo - retryFrom));
  return encoder.encode(`retry: ${retry}\nevent: ${streamEvents.ready}\ndata: {}\n\n`);
}
