import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import type { Router } from './portal.tsx';

/** A page's module may export this as `handle`, so that a link can fetch the page's data in advance. */
export interface PageHandle {
  prefetch?: (client: QueryClient) => Promise<unknown>;
}

/** Nothing is prefetched in data-saving mode or on a very slow connection. */
function isThrifty(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return Boolean(connection?.saveData || connection?.effectiveType?.includes('2g'));
}

/**
 * Fetches the page behind a link as soon as somebody is about to follow it: the pointer is over it, a finger touches
 * it, or it has the focus. By the time of the click, the page's code and data have usually arrived.
 */
export function prefetchLinks(router: Router, client: QueryClient): void {
  const done = new Set<string>();

  function onIntent({ target }: Event): void {
    const link = target instanceof Element ? target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
    if (link.pathname === window.location.pathname || done.has(link.pathname) || isThrifty()) return;
    done.add(link.pathname);
    fetchPage(link.pathname).catch(() => {
      // Following the link shows the failure. The next hover tries again.
      done.delete(link.pathname);
    });
  }

  async function fetchPage(path: string): Promise<void> {
    const routes = matchRoutes(router.routes, path) ?? [];
    await Promise.all(
      routes.map(async ({ route }) => {
        const module = typeof route.lazy === 'function' ? await route.lazy() : route;
        const handle: PageHandle | undefined = module.handle;
        await handle?.prefetch?.(client);
      }),
    );
  }

  for (const intent of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(intent, onIntent, { passive: true });
  }
}
