import { buildHeader } from '#domain/release.ts';

export interface Release {
  /** Whether the server has a newer build than this page is of. */
  get(): boolean;
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void;
  /** An answer of the server, which may name its build. */
  heard(answer: Response): void;
}

/** Whoever comes back to a page after so long, in milliseconds, is told if it is no longer the newest. */
const askAfter = 60_000;

/**
 * Learns of a new release: by the build that answers name, and at once when a part of the page is not there any
 * more. From then on a link to another page loads that page whole, so that the visitor gets the new release without
 * being asked; the page that stands is left alone, as something may be half typed.
 * @param own the build that this page is of
 */
export function watchRelease(own: string): Release {
  const listeners = new Set<() => void>();
  let newer = false;
  let heardAt = Date.now();

  function heard(answer: Response): void {
    const build = answer.headers.get(buildHeader);
    if (newer || build === null) return;
    heardAt = Date.now();
    if (build === own) return;
    newer = true;
    document.addEventListener('click', loadWhole, { capture: true });
    for (const listener of listeners) listener();
  }

  async function ask(): Promise<void> {
    const answer = await fetch('/api/session', { cache: 'no-store' }).catch(() => null);
    if (answer) heard(answer);
  }

  window.addEventListener('vite:preloadError', () => void ask());
  document.addEventListener('visibilitychange', () => {
    if (!newer && document.visibilityState === 'visible' && Date.now() - heardAt > askAfter) void ask();
  });
  return {
    get: () => newer,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    heard,
  };
}

/** Keeps the router from a click on a link: what the browser does with it by itself is what is wanted. */
function loadWhole(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (link instanceof HTMLAnchorElement && link.origin === window.location.origin && !link.hash) {
    event.stopPropagation();
  }
}
