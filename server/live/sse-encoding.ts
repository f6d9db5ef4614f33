import { type ChangeEvent, changedFields, type StreamReady, streamEvents } from '#domain/changes.ts';
import { changeHead, type LoggedRow } from '#server/changes/change-log.ts';
import type { Log } from '#server/log.ts';

const encoder = new TextEncoder();

/** Browsers wait this long before they reconnect, in milliseconds. */
const retry = 1_000;

/** A comment for proxies that close silent connections, and an event for the page. */
export const pingChunk = encoder.encode(`: ping\nevent: ${streamEvents.ping}\ndata: {}\n\n`);

export const sessionEndedChunk = encoder.encode(`event: ${streamEvents.sessionEnded}\ndata: {}\n\n`);

/** The first event of a connection. Its id is the client's position, even if nothing follows. */
export function readyChunk(ready: StreamReady): Uint8Array {
  return encoder.encode(
    `retry: ${retry}\nid: ${ready.seq}\nevent: ${streamEvents.ready}\ndata: ${JSON.stringify(ready)}\n\n`,
  );
}

/**
 * Encodes a change once for all streams. One that cannot be decoded, perhaps written by a newer release, becomes a
 * comment, so that later changes still arrive.
 */
export function changeChunk(row: LoggedRow, log: Log): Uint8Array {
  try {
    const fields = changedFields.parse(JSON.parse(row.fields));
    const event: ChangeEvent = {
      ...changeHead(row),
      fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.new])),
    };
    return encoder.encode(
      `id: ${row.seq}\nevent: ${streamEvents.change}\ndata: ${JSON.stringify(event)}\n\n`,
    );
  } catch (error) {
    log.error({ err: error, seq: row.seq }, 'change not understood');
    return encoder.encode(`: ${row.seq}\n\n`);
  }
}
