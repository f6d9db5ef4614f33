import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const origin = 'https://portal.test';
const source = readFileSync(join(import.meta.dirname, '../client/service-worker/worker.ts'), 'utf8');

/** Cached responses by path, by the name of the cache. */
type Caches = Record<string, Map<string, Response>>;

/** Runs the worker of build 3 on these caches. `network` answers requests by path. */
function startWorker({
  stored = {},
  network = () => new Response('from the network'),
}: {
  stored?: Caches;
  network?: (path: string) => Response;
}) {
  const listeners = new Map<string, (event: object) => void>();
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, origin).pathname;
  const open = (name: string) => {
    stored[name] ??= new Map();
    const cache = stored[name];
    return {
      match: async (request: string) => cache.get(pathOf(request)),
      put: async (request: string, response: Response) => void cache.set(pathOf(request), response),
    };
  };
  const code = stripTypeScriptTypes(source.replace('%FILES%', '[]').replace('%BUILD%', '3'));
  runInNewContext(code.replace('export {};', ''), {
    URL,
    fetch: async (request: { url: string }) => network(pathOf(request)),
    caches: {
      open: async (name: string) => open(name),
      keys: async () => Object.keys(stored),
      delete: async (name: string) => delete stored[name],
      match: async (request: { url: string }) =>
        Object.values(stored)
          .map((cache) => cache.get(pathOf(request)))
          .find(Boolean),
    },
    self: {
      location: new URL(origin),
      addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
      registration: {},
      clients: { claim: async () => {} },
    },
  });

  return {
    stored,
    async activate() {
      let done: Promise<unknown> = Promise.resolve();
      listeners.get('activate')?.({ waitUntil: (work: Promise<unknown>) => (done = work) });
      await done;
    },
    /** @returns the worker's response; undefined if it leaves the request to the browser */
    async load(path: string, mode = 'no-cors'): Promise<Response | undefined> {
      let response: Promise<Response> | undefined;
      listeners.get('fetch')?.({
        request: { method: 'GET', url: `${origin}${path}`, mode },
        preloadResponse: Promise.resolve(undefined),
        respondWith: (given: Promise<Response>) => (response = given),
      });
      return response;
    },
  };
}

it('keeps a hashed file that was loaded, and no error in its place', async () => {
  let status = 404;
  const worker = startWorker({ network: () => new Response('file', { status }) });
  expect((await worker.load('/assets/a.js'))?.status).toBe(404);
  status = 200;
  expect((await worker.load('/assets/a.js'))?.status).toBe(200);
  status = 500;
  expect((await worker.load('/assets/a.js'))?.status).toBe(200);
});

it('keeps the files of the build before for pages that are still open, and those of no earlier one', async () => {
  const { stored, activate } = startWorker({
    stored: { 'portal 1': new Map(), 'portal 2': new Map(), 'portal 3': new Map() },
  });
  await activate();
  expect(Object.keys(stored)).toEqual(['portal 2', 'portal 3']);
});

it('shows the shell in place of a page that cannot be loaded, but of no address of a form or of the API', async () => {
  const stored = { 'portal 3': new Map([['/shell', new Response('the shell')]]) };
  let status = 502;
  const worker = startWorker({ stored, network: () => new Response('the page', { status }) });
  for (const path of ['/f/contact', '/p/1', '/api/session', '/f']) {
    expect(await worker.load(path, 'navigate'), path).toBeUndefined();
  }
  const texts: Record<number, string | undefined> = {};
  for (status of [200, 404, 500, 502, 503, 504])
    texts[status] = await (await worker.load('/feedback', 'navigate'))?.clone().text();
  // Only a proxy's answers: the portal's own error pages say what is wrong.
  const page = 'the page';
  const shell = 'the shell';
  expect(texts).toEqual({ 200: page, 404: page, 500: page, 502: shell, 503: shell, 504: shell });
});
