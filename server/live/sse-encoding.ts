import { type ChangeEvent, type StreamReady, streamEvents } from '#domain/changes.ts';
import type { StreamedRow } from '#server/changes/change-log.ts';

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

/** Encodes a change once for all streams. */
export function changeChunk({ seq, uid, kind }: StreamedRow): Uint8Array {
  const event = { seq, uid, kind } as ChangeEvent;
  return encoder.encode(`id: ${seq}\nevent: ${streamEvents.change}\ndata: ${JSON.stringify(event)}\n\n`);
}
