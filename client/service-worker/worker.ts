/**
 * Has the portal open where it cannot be reached: a page that cannot be had is replaced by the shell, which then
 * shows what was last seen (client/features/connection), and hashed files come from the cache, as they never change.
 *
 * It keeps no page and no answer, so it can serve neither an old release nor a session that is over; and it leaves
 * alone all that is not the client's: /api with its streams, /f, /p.
 */
export {};

declare const self: ServiceWorkerGlobalScope;

const shell = '/shell';

/** Written into the built file by scripts/service-worker-files.ts: what is fetched beforehand. */
const files: readonly string[] = JSON.parse('%FILES%');

/** Another list of files, another cache. */
const cacheName = 'portal %BUILD%';

/** Not hashed, yet the shell needs them: the network's, or else those that came with the shell. */
const ownNames: readonly string[] = ['/color-scheme.js', '/favicon.svg'];

/** What a proxy answers while the portal's server is away. */
const away: readonly number[] = [502, 503, 504];

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      await cache.addAll([shell, ...ownNames, ...files]);
      // While a release is on its way, the shell may be of another one already. The next visit tries again.
      const named = (await (await cache.match(shell))?.text())?.match(/\/assets\/[^"]+/g) ?? [];
      if (!named.every((file) => files.includes(file))) throw new Error('The shell is of another build.');
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      // A page of the release before this one may still be open, and load a part of itself.
      const others = (await caches.keys()).filter((name) => name !== cacheName);
      await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
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
    if (!/^\/(?:api|f|p)(?:\/|$)/.test(url.pathname)) event.respondWith(page(event));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(hashedFile(request));
  } else if (ownNames.includes(url.pathname)) {
    event.respondWith(fromNetworkFirst(request));
  }
});

/** The page as the server has it now; the shell only where it has none. */
async function page(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: Response | undefined = await event.preloadResponse;
    const answer = preloaded ?? (await fetch(event.request));
    return (away.includes(answer.status) && (await kept(shell))) || answer;
  } catch (error) {
    const instead = await kept(shell);
    if (instead) return instead;
    throw error;
  }
}

async function hashedFile(request: Request): Promise<Response> {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(request, answer.clone());
  }
  return answer;
}

async function fromNetworkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const instead = await kept(new URL(request.url).pathname);
    if (instead) return instead;
    throw error;
  }
}

/** The shell and its files are of one build, so never those of another cache. */
async function kept(path: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  return cache.match(path);
}
