import pg from 'pg';

const firstPause = 100;
const longestPause = 5_000;
/** How often the connection is asked whether it still lives, in milliseconds. */
const heartbeatInterval = 10_000;

export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens to a PostgreSQL channel on a connection of its own and calls `wake` for every notification. A lost
 * connection is made again, after pauses that double from 0.1 to 5 s, and `wake` is called then too, since
 * notifications were missed. The address must lead to the server itself: a transaction pooler drops LISTEN.
 */
export function listen(
  url: string,
  channel: string,
  { wake, onError }: { wake: () => void; onError: (error: Error) => void },
): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = firstPause;
  let closed = false;
  let connecting: Promise<void> = Promise.resolve();

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: 'sdc-portal changes',
    });
    let lost = false;
    function lose(error: Error): void {
      if (lost || closed) return;
      lost = true;
      onError(error);
      // A connection that does not answer any more does not answer a goodbye either.
      void fresh.end().catch(() => {});
      retry();
    }
    fresh.on('error', lose);
    fresh.on('end', () => lose(new Error('the connection was ended')));
    fresh.on('notification', wake);
    client = fresh;
    try {
      await fresh.connect();
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (closed) return;
    pause = firstPause;
    wake();
    beat(fresh, lose);
  }

  /** Finds a connection that died without saying so: a cable, a firewall, a moved address. */
  function beat(alive: pg.Client, lose: (error: Error) => void): void {
    timer = setTimeout(() => {
      alive.query('select 1').then(() => {
        if (!closed && client === alive) beat(alive, lose);
      }, lose);
    }, heartbeatInterval);
    timer.unref();
  }

  function retry(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connecting = connect();
    }, pause);
    timer.unref();
    pause = Math.min(longestPause, pause * 2);
  }

  connecting = connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => {});
    },
  };
}
