import { ApiFailure, request } from '#client/lib/api.ts';
import { EventStream } from '#client/lib/event-stream.ts';
import { testNode, testNodeRead, configTestTexts as texts } from '#domain/diagnostics.ts';

const nodePath = '/api/diagnostics/test-node';

/** How long the event may take, in milliseconds. */
const patience = 10_000;

/**
 * Writes the test node once the administrator's stream is open, and waits until the stream says so.
 * @returns the milliseconds from sending the write to its event
 */
export async function testRealtime(): Promise<number> {
  // Checks the permission first, because a refused stream gives no reason.
  await request(nodePath, testNodeRead);
  const body = { message: texts.realtimeMessage(crypto.randomUUID()) };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const fail = (text: string) => reject(new ApiFailure(0, 'EVENT_MISSING', text));
  let sentAt = 0;
  const stream = new EventStream({
    path: '/api/admin/events',
    onReady() {
      if (sentAt > 0) return;
      sentAt = performance.now();
      request(nodePath, testNode, { method: 'PUT', body }).catch(reject);
    },
    onChange({ kind }) {
      if (kind === 'test-node-written' && sentAt > 0) resolve(Math.round(performance.now() - sentAt));
    },
    onStatus() {},
    onRefused: () => fail(texts.realtimeRefused),
    onEnded: () => fail(texts.realtimeRefused),
  });
  const timer = setTimeout(() => fail(texts.realtimeSilent), patience);
  return promise.finally(() => {
    clearTimeout(timer);
    stream.close();
  });
}
