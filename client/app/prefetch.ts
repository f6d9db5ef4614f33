import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import type { Router } from './portal.tsx';

/** What a page's module may export as `handle`: what the page will ask for, so that a link can ask before it. */
export interface PageHandle {
  prefetch?: (client: QueryClient) => Promise<unknown>;
}

/** Whoever saves data, or has hardly any, gets a page when they ask for it. */
function isThrifty(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return Boolean(connection?.saveData || connection?.effectiveType?.includes('2g'));
}

/**
 * Fetches the page behind a link of the portal as soon as somebody is about to follow it: the mouse is over it, the
 * finger on it, or the focus. By the time of the click, the page's code and its record are mostly there.
 */
export function prefetchLinks(router: Router, client: QueryClient): void {
  const done = new Set<string>();

  function onIntent({ target }: Event): void {
    const link = target instanceof Element ? target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
    if (link.pathname === window.location.pathname || done.has(link.pathname) || isThrifty()) return;
    done.add(link.pathname);
    fetchPage(link.pathname).catch(() => {
      // The click will say why. The next look tries again.
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
