import { ApiFailure, connectionMessages, request } from '#client/lib/api.ts';
import { EventStream } from '#client/lib/event-stream.ts';
import { testNode, testNodeRead, configTestTexts as texts } from '#domain/diagnostics.ts';
import { apiError } from '#domain/errors.ts';

const nodePath = '/api/diagnostics/test-node';
const streamPath = '/api/admin/events';

/** How long the event may take, in milliseconds. */
const patience = 10_000;

/**
 * Writes the test node and waits until the administrator's stream says so.
 * @returns the milliseconds from sending the write to its event
 * @throws ApiFailure with the server's reason, or with the step that did not happen
 */
export async function testRealtime(): Promise<number> {
  // Checks the permission first, because a refused stream gives no reason.
  await request(nodePath, testNodeRead);
  const body = { message: texts.realtimeMessage(crypto.randomUUID()) };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  /** The text for the step that does not happen in time. */
  let missing: string = texts.realtimeNotReady;
  let sentAt = 0;

  async function write(): Promise<void> {
    if (sentAt > 0) return;
    sentAt = performance.now();
    missing = texts.realtimeUnanswered;
    await request(nodePath, testNode, { method: 'PUT', body });
    missing = texts.realtimeSilent;
  }

  const stream = new EventStream({
    path: streamPath,
    onReady: () => void write().catch(reject),
    onChange: ({ kind }) => {
      if (kind === 'test-node-written' && sentAt > 0) resolve(performance.now() - sentAt);
    },
    onStatus: () => {},
    onRefused: () => void whyRefused().then(reject),
    // If the session has ended, the page itself says so.
    onEnded: () => void whyRefused().then(reject),
  });
  const timer = setTimeout(() => reject(new ApiFailure(0, 'EVENT_MISSING', missing)), patience);
  try {
    return Math.round(await promise);
  } finally {
    clearTimeout(timer);
    stream.close();
  }
}

/** Requests the stream with `fetch`, which shows the reason. */
async function whyRefused(): Promise<ApiFailure> {
  const hangUp = new AbortController();
  const failure = (reason: string) => new ApiFailure(0, 'STREAM_REFUSED', texts.realtimeRefused(reason));
  try {
    const response = await fetch(streamPath, { signal: hangUp.signal });
    if (response.ok) return failure(texts.realtimeOnceRefused);
    return failure(apiError.parse(await response.json()).message);
  } catch {
    return failure(connectionMessages.unreachable);
  } finally {
    hangUp.abort();
  }
}
