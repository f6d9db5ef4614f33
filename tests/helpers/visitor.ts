import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { PortalEnv } from '#server/http/env.ts';
import { cookieHeader, keepCookies } from './cookies.ts';

/** A response, read to its end; of an event stream, which has none, only the beginning. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON; undefined for other types of response. */
  body: unknown;
}

export interface Sending {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  /** Added to the headers that a page of the portal sends, or replacing them; null removes one. */
  headers?: Record<string, string | null>;
}

/** A browser: keeps cookies, and sends the headers that a page of the portal sends. */
export interface Visitor {
  /** Cookies by name. */
  readonly cookies: Map<string, string>;
  /** Sends exactly what a page sends, with the cookies, and keeps those of the response, which is not read yet. */
  fetch(path: string, init: RequestInit & { headers: Headers }): Promise<Response>;
  send(method: string, path: string, sending?: Sending): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
}

/** A client that calls `app` from `address` without a network. */
export function createVisitor(app: Hono<PortalEnv>, origin: string, address = '192.0.2.1'): Visitor {
  const cookies = new Map<string, string>();
  async function fetch(path: string, init: RequestInit & { headers: Headers }): Promise<Response> {
    if (cookies.size > 0 && !init.headers.has('Cookie')) init.headers.set('Cookie', cookieHeader(cookies));
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
    // The portal reads only the connection's address.
    const bindings = {
      incoming: { socket: { remoteAddress: address } },
      outgoing,
    } as unknown as HttpBindings;
    const response = await app.request(path, init, bindings);
    // As when Node sends both: the response's own headers come first.
    for (const [name, value] of Object.entries(outgoing.getHeaders())) {
      if (!response.headers.has(name)) response.headers.set(name, String(value));
    }
    keepCookies(cookies, response.headers);
    return response;
  }

  async function send(method: string, path: string, { body, raw, headers = {} }: Sending = {}) {
    const sent = new Headers();
    if (method !== 'GET' && method !== 'HEAD') {
      sent.set('Origin', origin);
      sent.set('Content-Type', 'application/json');
    }
    for (const [name, value] of Object.entries(headers)) {
      if (value === null) sent.delete(name);
      else sent.set(name, value);
    }
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    return read(
      await fetch(path, { method, headers: sent, ...(content !== undefined && { body: content }) }),
    );
  }

  return {
    cookies,
    fetch,
    send,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, { body }),
    put: (path, body) => send('PUT', path, { body }),
    patch: (path, body) => send('PATCH', path, { body }),
  };
}

/** The response to a refused request, for `toMatchObject`. */
export function refusedWith(status: number, code: string, more: object = {}) {
  return { status, body: { code, ...more } };
}

async function read(response: Response): Promise<Answer> {
  const endless = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (endless) await response.body?.cancel();
  const text = endless ? '' : await response.text();
  const json = /^application\/json/.test(response.headers.get('content-type') ?? '');
  const body: unknown = json && text !== '' ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}
