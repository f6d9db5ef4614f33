import { type ChangeEvent, changedFields, type StreamReady, streamEvents } from '#domain/changes.ts';
import { changeHead, type LoggedRow } from '#server/changes/change-log.ts';
import type { Log } from '#server/log.ts';

const encoder = new TextEncoder();

/** Browsers wait so long before they connect again, in milliseconds. */
const retry = 1_000;

/** A comment, for proxies that close silent connections, and an event, for the page that listens. */
export const pingChunk = encoder.encode(`: ping\nevent: ${streamEvents.ping}\ndata: {}\n\n`);

export const sessionEndedChunk = encoder.encode(`event: ${streamEvents.sessionEnded}\ndata: {}\n\n`);

/** The first event of a connection. Its id is where the reader stands, also if nothing else comes. */
export function readyChunk(ready: StreamReady): Uint8Array {
  return encoder.encode(
    `retry: ${retry}\nid: ${ready.seq}\nevent: ${streamEvents.ready}\ndata: ${JSON.stringify(ready)}\n\n`,
  );
}

/**
 * A change as bytes: encoded once, sent to everybody. One that cannot be read, since a newer portal wrote it, say,
 * becomes a comment, so that those after it arrive.
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
