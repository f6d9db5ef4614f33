/**
 * Lets the portal open while the server is unreachable. A page that cannot be loaded is replaced by the shell, which
 * shows what was seen last (client/features/connection). Hashed files come from the cache, because they never change.
 *
 * It caches no page and no API response, so it can serve neither an old release nor data of an ended session, and
 * it ignores everything that is not part of the client: /api with its streams, /f, /p, /certificate.
 */
export {};

declare const self: ServiceWorkerGlobalScope;

const shell = '/shell';

/** The files to precache, inserted into the built file by scripts/service-worker-files.ts. */
const files: readonly string[] = JSON.parse('%FILES%');

/** Each build has its own cache. */
const cacheName = 'portal %BUILD%';

/** Files without a hash that the shell needs: from the network if possible, otherwise from the cache. */
const unhashedFiles: readonly string[] = ['/before-paint.js', '/favicon.svg'];

/** Statuses with which a proxy answers while the portal's server is down. */
const gatewayErrors: readonly number[] = [502, 503, 504];

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      await cache.addAll([shell, ...unhashedFiles, ...files]);
      // During a deployment the shell may already belong to another release. The next visit tries again.
      const referenced = (await (await cache.match(shell))?.text())?.match(/\/assets\/[^"]+/g) ?? [];
      if (!referenced.every((file) => files.includes(file)))
        throw new Error('The shell belongs to another build.');
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      // An open page of the previous release may still load one of its chunks.
      const oldCaches = (await caches.keys()).filter((name) => name !== cacheName);
      await Promise.all(oldCaches.slice(0, -1).map((name) => caches.delete(name)));
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!/^\/(?:api|f|p|certificate)(?:\/|$)/.test(url.pathname)) event.respondWith(pageOrShell(event));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(cacheFirst(request));
  } else if (unhashedFiles.includes(url.pathname)) {
    event.respondWith(networkFirst(request));
  }
});

/** The page from the server, or the shell if the server is unreachable. */
async function pageOrShell(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: Response | undefined = await event.preloadResponse;
    // Firefox resolves with an error response where the others reject.
    const usable = preloaded && preloaded.type !== 'error';
    const answer = usable ? preloaded : await fetch(event.request);
    return (gatewayErrors.includes(answer.status) && (await cached(shell))) || answer;
  } catch (error) {
    const fallback = await cached(shell);
    if (fallback) return fallback;
    throw error;
  }
}

async function cacheFirst(request: Request): Promise<Response> {
  const hit = await caches.match(request);
  if (hit) return hit;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(request, answer.clone());
  }
  return answer;
}

async function networkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const fallback = await cached(new URL(request.url).pathname);
    if (fallback) return fallback;
    throw error;
  }
}

/** The shell and its files belong to one build, so only this build's cache is searched. */
async function cached(path: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  return cache.match(path);
}
