import type { Context } from 'hono';
import { pingInterval, type StreamReady } from '#domain/changes.ts';
import type { ApiError } from '#domain/errors.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Log } from '#server/log.ts';
import type { Store } from '#server/store/open.ts';
import { createChangeFeed, type FedChange } from './change-feed.ts';
import { changesAfter, latestSeq } from './change-log.ts';
import { changeChunk, pingChunk, readyChunk, sessionEndedChunk } from './event-chunks.ts';
import { EventStream } from './event-stream.ts';
import type { Sink } from './sinks.ts';
import { answerByBody, answerByConnection, streamHeaders } from './stream-answers.ts';

/** How often the sessions of open streams are looked at, in milliseconds: other processes end some too. */
const sessionCheckInterval = 700;

const catchUpBatch = 100;

const stopping = { code: 'UNAVAILABLE', message: 'The portal is stopping.' };

/** What is asked of a stream: whose changes, and after which one it goes on; undefined starts now. */
export interface StreamRequest {
  /** A member's own, or with null everybody's. */
  scope: string | null;
  after: number | undefined;
}

interface OpenRequest {
  scope: string | null;
  account: string;
  token: string;
  ready: StreamReady;
}

/** The open event streams of this process (DESIGN, section 5). */
export interface Streams {
  /** Answers a stream that lives as long as the caller's session. Throws 429 for too many of one account. */
  open(c: Context<PortalEnv>, request: StreamRequest): Promise<Response>;
  /** To be called when sessions were ended here: their streams end now, not at the next look. */
  sessionsEnded(): void;
  /** How many are open. */
  count(): number;
  /** Ends all of them, for a stop of the process; their readers come back later, or elsewhere. */
  close(): void;
}

export interface StreamsOptions {
  store: Store;
  sessions: Sessions;
  log: Log;
  /** How many one account may have open here. */
  perAccount: number;
}

export function createStreams({ store, sessions, log, perAccount }: StreamsOptions): Streams {
  const open = new Set<EventStream>();
  /** Those that have caught up, and get what comes: everybody's, and by member. */
  const everybody = new Set<EventStream>();
  const byMember = new Map<string, Set<EventStream>>();
  const timers: NodeJS.Timeout[] = [];
  let closed = false;
  const feed = createChangeFeed({ store, log, onChange: giveOut, onReplaced: endAll });

  function giveOut({ seq, uid, chunk }: FedChange): void {
    for (const stream of everybody) stream.sendChange(seq, chunk);
    for (const stream of byMember.get(uid) ?? []) stream.sendChange(seq, chunk);
  }

  function join(stream: EventStream): void {
    if (stream.scope === null) everybody.add(stream);
    else byMember.set(stream.scope, (byMember.get(stream.scope) ?? new Set()).add(stream));
  }

  function leave(stream: EventStream): void {
    open.delete(stream);
    everybody.delete(stream);
    if (stream.scope === null) return;
    const mates = byMember.get(stream.scope);
    mates?.delete(stream);
    if (mates?.size === 0) byMember.delete(stream.scope);
  }

  /**
   * Sends what was missed and joins those who get what comes. Between the last look at what was given out and the
   * joining there is no await, so nothing falls in between; the cursor keeps anything from coming twice.
   */
  async function catchUp(stream: EventStream): Promise<void> {
    const uid = stream.scope ?? undefined;
    for (let recent = feed.recentAfter(stream.cursor); ; recent = feed.recentAfter(stream.cursor)) {
      if (stream.ended) return;
      if (recent) {
        for (const change of recent) {
          if (uid === undefined || change.uid === uid) stream.sendChange(change.seq, change.chunk);
        }
        join(stream);
        return;
      }
      const upTo = await latestSeq(store.db);
      const rows = await changesAfter(store.db, stream.cursor, { limit: catchUpBatch, upTo, uid });
      for (const row of rows) {
        await stream.room();
        stream.sendChange(row.seq, changeChunk(row, log));
      }
      if (rows.length < catchUpBatch) stream.cursor = Math.max(stream.cursor, upTo);
    }
  }

  /** Where a stream starts, and whether what it missed before can be told. */
  async function start(after: number | undefined): Promise<{ seq: number; resumed: boolean }> {
    await feed.start();
    const position = feed.position();
    if (after === undefined) return { seq: position, resumed: false };
    if (after <= position) return { seq: after, resumed: true };
    // Ahead of this process, by another one's stream; or of a log that other data were put in the place of.
    const end = await latestSeq(store.db);
    return after <= end ? { seq: after, resumed: true } : { seq: feed.position(), resumed: false };
  }

  let checking: Promise<void> | undefined;
  let checkAgain = false;

  async function checkSessions(): Promise<void> {
    do {
      checkAgain = false;
      const looked = [...open];
      try {
        const alive = await sessions.alive(new Set(looked.map((stream) => stream.token)));
        for (const stream of looked) if (!alive.has(stream.token)) stream.end(sessionEndedChunk);
      } catch (error) {
        if (!closed) log.warn({ err: error }, 'sessions of streams not checked');
      }
    } while (checkAgain && !closed);
    checking = undefined;
  }

  function check(): void {
    if (checking) checkAgain = true;
    else if (open.size > 0) checking = checkSessions();
  }

  function ping(): void {
    for (const stream of open) stream.send(pingChunk);
  }

  function keepTime(): void {
    if (timers.length > 0) return;
    timers.push(setInterval(ping, pingInterval), setInterval(check, sessionCheckInterval));
    for (const timer of timers) timer.unref();
  }

  function endAll(): void {
    for (const stream of open) stream.end();
  }

  function admit(account: string): void {
    let others = 0;
    for (const stream of open) if (stream.account === account) others += 1;
    if (others >= perAccount) {
      throw new Refusal(429, 'TOO_MANY_STREAMS', 'Too many pages of the portal are open.', {
        headers: { 'Retry-After': '10' },
      });
    }
  }

  /** Starts to send what `ready` says, over a connection whose head is sent or into a body. */
  function begin(request: OpenRequest, sink: Sink): void {
    if (closed) {
      sink.end();
      return;
    }
    const { scope, account, token, ready } = request;
    const stream = new EventStream({ scope, token, account, sink, onEnd: leave });
    open.add(stream);
    keepTime();
    stream.cursor = ready.seq;
    stream.send(readyChunk(ready));
    catchUp(stream).catch((error: unknown) => {
      // It comes back and tries again.
      if (!closed) log.warn({ err: error }, 'stream not caught up');
      stream.end();
    });
  }

  return {
    async open(c, { scope, after }) {
      // Asked for the headers only, nobody would read.
      if (c.req.method === 'HEAD') return c.body(null, 200, streamHeaders);
      const account = c.var.user.uid;
      admit(account);
      const ready = await start(after);
      const token = sessions.token(c);
      // Expected at every stop, so not logged as a failure.
      if (closed || !token) return c.json<ApiError>(stopping, 503, { 'Retry-After': '2' });
      const request = { scope, account, token, ready };
      return (
        answerByConnection(c, (sink) => begin(request, sink)) ??
        answerByBody(c, (sink) => begin(request, sink))
      );
    },
    sessionsEnded: check,
    count: () => open.size,
    close() {
      closed = true;
      feed.close();
      for (const timer of timers) clearInterval(timer);
      endAll();
    },
  };
}
