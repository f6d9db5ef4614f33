import type { Sessions } from '#server/accounts/sessions.ts';
import type { Log } from '#server/log.ts';
import { coalesce } from '#server/store/coalesce.ts';
import { type StreamRegistry, sessionEndedChunk } from './stream-registry.ts';

/**
 * Returns a function that ends the streams whose session is over.
 * While the database is unavailable streams stay open, since no changes are sent then.
 */
export function createSessionWatch(
  streams: StreamRegistry,
  sessions: Pick<Sessions, 'alive'>,
  log: Log,
): () => void {
  async function check(): Promise<void> {
    const checked = [...streams];
    const alive = await sessions.alive(new Set(checked.map((stream) => stream.token)));
    for (const stream of checked) {
      if (!alive.has(stream.token)) stream.end(sessionEndedChunk);
    }
  }

  const watch = coalesce(() =>
    check().catch((error: unknown) => log.warn({ err: error }, 'sessions of streams not checked')),
  );
  return () => {
    if (streams.size > 0) void watch();
  };
}
