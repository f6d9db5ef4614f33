import type { BrowserContext } from '@playwright/test';

/**
 * `JITTER=1 npm test -- e2e` searches for tests that lose a race on a busy machine: the portal answers each request
 * after a random pause, mostly short, and pages find their idle time late.
 */
export const hasJitter = Boolean(process.env.JITTER);

/** Milliseconds: mostly none, sometimes long. */
export function jitterDelay(): number {
  const share = Math.random();
  if (share < 0.6) return 0;
  return share < 0.9 ? Math.random() * 250 : 250 + Math.random() * 750;
}

const lateIdle = `{
  const request = window.requestIdleCallback;
  window.requestIdleCallback = (work, options) =>
    request((deadline) => setTimeout(() => work(deadline), Math.random() < 0.5 ? 0 : Math.random() * 1500), options);
}`;

/** Delays the idle callbacks of the context's pages. */
export async function addJitter(context: BrowserContext): Promise<void> {
  if (hasJitter) await context.addInitScript(lateIdle);
}
