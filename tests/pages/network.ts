import type { Window } from 'happy-dom';
import { vi } from 'vitest';
import { parseEvents } from '#tests/helpers/event-reader.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

/** Answers a request in place of the portal; it may throw, as `fetch` does without a connection. */
export type Failure = () => Response;

/** There is no connection to the server. */
export const unreachable: Failure = () => {
  throw new TypeError('Failed to fetch');
};
/** The server cannot reach its database. */
export const unavailable: Failure = () =>
  refusal(503, 'UNAVAILABLE', 'The portal is not available right now.');
/** A proxy stands before a server that is down. */
export const badGateway: Failure = () =>
  new Response('<h1>502 Bad Gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } });

/** A refusal as the portal writes it. */
export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}

/** A request that waits before it reaches the portal. */
export interface Held {
  /** Resolves when the page has sent the request. */
  readonly sent: Promise<void>;
  /** Lets it and all later ones pass. */
  release(): void;
}

/**
 * Between a page and the portal in this process. A route is a method and a path without its query, such as
 * `PUT /api/me/track`; a path may end with `*`.
 */
export interface Network {
  /** The requests so far, as `PUT /api/me/track`. Those for streams are among them. */
  readonly requests: readonly string[];
  /** How many requests to the route there were so far. */
  count(route: string): number;
  /** From now on the route fails. @returns a function that repairs it */
  fail(route: string, failure?: Failure): () => void;
  /** From now on requests to the route wait. */
  hold(route: string): Held;
  /** Ends all failures of the route and lets held requests pass. */
  release(route: string): void;
  /** The browser loses its network, and with it all streams. */
  goOffline(): void;
  goOnline(): void;
  /** Ends the page's streams, as a server does that stops. */
  dropStreams(): void;
}

interface Rule {
  route: string;
  end?: () => void;
  apply: () => Promise<Response | undefined>;
}

export interface PageNetwork extends Network {
  /** Ends everything that is open and waits for what the portal still works on. The page gets no more answers. */
  close(): Promise<void>;
}

/** Gives the window a `fetch`, an `EventSource` and a `BroadcastChannel` that end with the page. */
export function connect(window: Window, visitor: Visitor): PageNetwork {
  const { origin } = window.location;
  const requests: string[] = [];
  const rules: Rule[] = [];
  const working = new Set<Promise<unknown>>();
  const streams = new Set<PageEventSource>();
  const channels = new Set<BroadcastChannel>();
  let offline = false;
  let closed = false;

  async function send(url: URL, init: RequestInit): Promise<Response> {
    if (url.origin !== origin) throw new Error(`A page asked another server: ${url}`);
    const method = init.method ?? 'GET';
    const request = `${method} ${url.pathname}`;
    requests.push(request);
    if (offline) return unreachable();
    for (const rule of rules.toReversed()) {
      const answer = matches(rule.route, request) ? await rule.apply() : undefined;
      if (answer) return answer;
    }
    const headers = new Headers(init.headers);
    if (method !== 'GET') headers.set('Origin', origin);
    const { signal, ...rest } = init;
    const answered = visitor.fetch(`${url.pathname}${url.search}`, { ...rest, method, headers });
    working.add(answered);
    return answered.finally(() => working.delete(answered));
  }

  /** As in a browser, giving up a request does not stop the server. */
  function fetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
    if (closed) return new Promise(() => {});
    const { signal } = init;
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(signal?.reason);
      if (signal?.aborted) return giveUp();
      signal?.addEventListener('abort', giveUp, { once: true });
      send(new URL(address, window.location.href), init)
        .then(
          (response) => !closed && resolve(response),
          (error) => !closed && reject(error),
        )
        .finally(() => signal?.removeEventListener('abort', giveUp));
    });
  }

  /** Opens a lost connection again, but not one that was refused, as in a browser. */
  class PageEventSource extends EventTarget {
    static readonly CLOSED = 2;
    readyState = 0;
    readonly #path: string;
    #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

    constructor(path: string) {
      super();
      this.#path = path;
      streams.add(this);
      void this.#follow();
    }

    async #follow(): Promise<void> {
      while (this.readyState !== PageEventSource.CLOSED) {
        await this.#read().catch(() => {});
        if (this.readyState !== PageEventSource.CLOSED) this.dispatchEvent(new Event('error'));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }

    async #read(): Promise<void> {
      const response = await fetch(this.#path, { headers: { Accept: 'text/event-stream' } });
      this.#reader = response.body?.getReader();
      if (!response.ok) return this.#refuse();
      for await (const { name, data } of parseEvents(this.#reader)) {
        if (this.readyState === PageEventSource.CLOSED) return;
        this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
      }
    }

    #refuse(): void {
      this.close();
      this.dispatchEvent(new Event('error'));
    }

    drop(): void {
      this.#reader?.cancel().catch(() => {});
    }

    close(): void {
      this.readyState = PageEventSource.CLOSED;
      streams.delete(this);
      this.drop();
    }
  }

  class PageBroadcastChannel extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
  }

  const network = { fetch, EventSource: PageEventSource, BroadcastChannel: PageBroadcastChannel };
  Object.assign(window, network);
  for (const [name, value] of Object.entries(network)) vi.stubGlobal(name, value);

  function setOffline(value: boolean): void {
    offline = value;
    Object.defineProperty(window.navigator, 'onLine', { configurable: true, value: !value });
    window.dispatchEvent(new window.Event(value ? 'offline' : 'online'));
  }

  function dropStreams(): void {
    for (const stream of streams) stream.drop();
  }

  function add(rule: Rule): () => void {
    rules.push(rule);
    return () => end(rule);
  }

  function end(rule: Rule): void {
    if (rules.includes(rule)) rules.splice(rules.indexOf(rule), 1);
    rule.end?.();
  }

  return {
    requests,
    count: (route) => requests.filter((request) => matches(route, request)).length,
    fail: (route, failure = unreachable) => add({ route, apply: async () => failure() }),
    hold(route) {
      const sent = Promise.withResolvers<void>();
      const released = Promise.withResolvers<undefined>();
      const remove = add({
        route,
        end: () => released.resolve(undefined),
        apply() {
          sent.resolve();
          return released.promise;
        },
      });
      return { sent: sent.promise, release: remove };
    },
    release(route) {
      for (const rule of rules.filter((each) => each.route === route)) end(rule);
    },
    goOffline() {
      setOffline(true);
      dropStreams();
    },
    goOnline: () => setOffline(false),
    dropStreams,
    async close() {
      closed = true;
      for (const stream of streams) stream.close();
      for (const channel of channels) channel.close();
      await Promise.allSettled(working);
    },
  };
}

function matches(route: string, request: string): boolean {
  return route.endsWith('*') ? request.startsWith(route.slice(0, -1)) : request === route;
}
