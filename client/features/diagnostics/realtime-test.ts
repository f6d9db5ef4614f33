import { ApiFailure, request } from '#client/lib/api.ts';
import { EventStream } from '#client/lib/event-stream.ts';
import { testNode, testNodeRead, configTestTexts as texts } from '#domain/diagnostics.ts';

const nodePath = '/api/diagnostics/test-node';

/** How long the event may take, in milliseconds. */
const patience = 10_000;

/**
 * Writes the test node and waits until the administrator's stream tells of that very write.
 * @returns the milliseconds from sending the write to its event
 * @throws ApiFailure with the server's reason, or one that says that stream or event did not come
 */
export async function testRealtime(): Promise<number> {
  // A stream that is refused cannot say why; this can.
  await request(nodePath, testNodeRead);
  const message = `Realtime test ${crypto.randomUUID()}`;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let sentAt = 0;

  function write() {
    if (sentAt > 0) return;
    sentAt = performance.now();
    request(nodePath, testNode, { method: 'PUT', body: { message } }).catch(reject);
  }

  const refused = () => reject(new ApiFailure(0, 'STREAM_REFUSED', texts.realtimeRefused));
  const stream = new EventStream({
    path: '/api/admin/events',
    onReady: write,
    onChange: ({ kind, fields }) => {
      if (kind === 'test-node-written' && fields.message === message) resolve(performance.now() - sentAt);
    },
    onStatus: () => {},
    onRefused: refused,
    onEnded: refused,
  });
  const timer = setTimeout(() => {
    reject(new ApiFailure(0, 'EVENT_MISSING', sentAt > 0 ? texts.realtimeSilent : texts.realtimeRefused));
  }, patience);
  try {
    return Math.round(await promise);
  } finally {
    clearTimeout(timer);
    stream.close();
  }
}
