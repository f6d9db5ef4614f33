import type { Sessions } from '#server/accounts/sessions.ts';
import type { Log } from '#server/log.ts';
import { type StreamRegistry, sessionEndedChunk } from './stream-registry.ts';

/**
 * Returns a function that ends the streams whose session is over. A call during a check triggers another check.
 * While the database is unavailable streams stay open, since no changes are sent then.
 */
export function createSessionWatch(
  streams: StreamRegistry,
  sessions: Pick<Sessions, 'alive'>,
  log: Log,
): () => void {
  let checking = false;
  let again = false;

  async function check(): Promise<void> {
    const checked = [...streams];
    const alive = await sessions.alive(new Set(checked.map((stream) => stream.token)));
    for (const stream of checked) {
      if (!alive.has(stream.token)) stream.end(sessionEndedChunk);
    }
  }

  async function checkUntilSettled(): Promise<void> {
    checking = true;
    do {
      again = false;
      await check().catch((error: unknown) => log.warn({ err: error }, 'sessions of streams not checked'));
    } while (again);
    checking = false;
  }

  return () => {
    again = true;
    if (!checking && streams.size > 0) void checkUntilSettled();
  };
}
