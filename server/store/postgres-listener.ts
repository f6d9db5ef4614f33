import pg from 'pg';
import { connectionOptions } from './postgres.ts';

const firstPause = 100;
const maxPause = 5_000;
/** Milliseconds between checks that the connection is alive, and the longest that a check may take. */
const defaultHeartbeat = 10_000;
const answerWithin = 5_000;

export interface Listener {
  /** Resolves when it listens, or has reported why not and tries again. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Called with the payload of each notification. */
  onNotice: (payload: string) => void;
  /** Called when a lost connection is restored: notifications may have been missed. */
  onMissed: () => void;
  onError: (error: Error) => void;
  /** Milliseconds between checks that the connection is alive. */
  heartbeat?: number | undefined;
}

/**
 * Listens to a PostgreSQL channel on a dedicated connection. A lost connection is restored with pauses from 0.1 to 5 s.
 */
export function listen(
  url: string,
  channel: string,
  { onNotice, onMissed, onError, heartbeat = defaultHeartbeat }: ListenOptions,
): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = firstPause;
  let closed = false;
  let missed = false;
  let connecting: Promise<void> = Promise.resolve();

  async function connect(): Promise<void> {
    const candidate = new pg.Client({
      ...connectionOptions(url),
      query_timeout: Math.min(answerWithin, heartbeat),
      application_name: 'sdc-portal changes',
    });
    let lost = false;
    function lose(error: Error): void {
      if (lost || closed) return;
      lost = true;
      missed = true;
      onError(error);
      // A dead connection does not respond to a goodbye either.
      void candidate.end().catch(() => {});
      retry();
    }
    candidate.on('error', lose);
    candidate.on('end', () => lose(new Error('the connection was ended')));
    candidate.on('notification', ({ payload }) => payload && onNotice(payload));
    client = candidate;
    try {
      await candidate.connect();
      await candidate.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (closed) return;
    pause = firstPause;
    if (missed) onMissed();
    missed = false;
    watch(candidate, lose);
  }

  /** Detects a connection that died silently: a cable, a firewall, a moved address. */
  function watch(alive: pg.Client, lose: (error: Error) => void): void {
    timer = setTimeout(() => {
      alive.query('select 1').then(() => {
        if (!closed && client === alive) watch(alive, lose);
      }, lose);
    }, heartbeat);
    timer.unref();
  }

  function retry(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connecting = connect();
    }, pause);
    timer.unref();
    pause = Math.min(maxPause, pause * 2);
  }

  connecting = connect();
  return {
    started: connecting,
    async close() {
      closed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => {});
    },
  };
}
