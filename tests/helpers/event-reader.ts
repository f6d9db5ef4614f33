import { type ChangeEvent, changeEvent, streamEvents } from '#domain/live-events.ts';
import { cleanUpAfterwards } from './clean-up.ts';
import { cookieHeader } from './cookies.ts';
import type { Visitor } from './visitor.ts';

export interface ServerEvent {
  name: string;
  data: unknown;
}

/** A client of an event stream. */
export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** Waits for the next event; null once the stream has ended or was destroyed. */
  next(): Promise<ServerEvent | null>;
  /** The next change, ignoring pings. Throws if the stream ends first. */
  nextChange(): Promise<ChangeEvent>;
  /** Disconnects. */
  cut(): void;
}

/** Opens a stream with the visitor's cookies; closed when the test, or otherwise its file, ends. */
export async function readEvents(url: string, visitor: Pick<Visitor, 'cookies'>): Promise<EventReader> {
  const hangUp = new AbortController();
  cleanUpAfterwards(async () => hangUp.abort());
  const response = await fetch(url, {
    headers: { Accept: 'text/event-stream', Cookie: cookieHeader(visitor.cookies) },
    signal: hangUp.signal,
  });
  // Take the reader now: fetch aborts the body of a response that is garbage collected.
  const events = parseEvents(response.body?.getReader());

  async function next(): Promise<ServerEvent | null> {
    const { value, done } = await events.next().catch(() => ({ value: undefined, done: true }));
    return done || !value ? null : value;
  }

  return {
    status: response.status,
    headers: response.headers,
    next,
    async nextChange() {
      for (let event = await next(); event; event = await next()) {
        if (event.name === streamEvents.change) return changeEvent.parse(event.data);
      }
      throw new Error('the stream ended before the next change');
    },
    cut: () => hangUp.abort(),
  };
}

/** Parses events by the rules of the HTML standard, as far as the portal uses them. */
export async function* parseEvents(
  body: ReadableStreamDefaultReader<Uint8Array> | undefined,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let unread = '';
  for (let read = await body?.read(); read && !read.done; read = await body?.read()) {
    unread += decoder.decode(read.value, { stream: true });
    for (let end = unread.indexOf('\n\n'); end >= 0; end = unread.indexOf('\n\n')) {
      const lines = unread.slice(0, end).split('\n');
      unread = unread.slice(end + 2);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field('data');
      if (data !== undefined) yield { name: field('event') ?? 'message', data: JSON.parse(data) };
    }
  }
}
