import { loadPagesInFull } from '#client/lib/full-pages.ts';
import { createStore, type Store } from '#client/lib/store.ts';
import { buildHeader } from '#domain/release.ts';

/** Whether there is a newer release than this page's. */
export interface Release extends Store<boolean> {
  /** Reports a response, whose header may name the server's build. */
  report(answer: Response): void;
}

/** After being away for this many milliseconds, a returning user triggers a check for a newer release. */
const recheckAfterMs = 60_000;

/**
 * Detects a new release from the build that responses name, and when a chunk of the page no longer exists.
 * From then on, links load the next page in full and so bring the new release. The open page is left alone,
 * because a form may be half filled.
 * @param own the build of this page
 */
export function watchRelease(own: string): Release {
  const { set, ...newer } = createStore(false);
  let lastResponseAt = Date.now();

  function report(answer: Response): void {
    const build = answer.headers.get(buildHeader);
    if (newer.get() || build === null) return;
    lastResponseAt = Date.now();
    if (build === own) return;
    loadPagesInFull();
    set(true);
  }

  async function checkRelease(): Promise<void> {
    const answer = await fetch('/api/session', { cache: 'no-store' }).catch(() => null);
    if (answer) report(answer);
  }

  window.addEventListener('vite:preloadError', () => void checkRelease());
  document.addEventListener('visibilitychange', () => {
    const wasAway = document.visibilityState === 'visible' && Date.now() - lastResponseAt > recheckAfterMs;
    if (wasAway && !newer.get()) void checkRelease();
  });
  return { ...newer, report };
}
