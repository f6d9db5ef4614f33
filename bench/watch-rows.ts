import type { Page } from '@playwright/test';
import { z } from 'zod';

/** Observations of a table while it was scrolled. */
export interface FrameCounts {
  frames: number;
  /** Frames in which the reader saw the end of the loaded rows although there were more. */
  waiting: number;
}

const frameCounts = z.object({ frames: z.number(), waiting: z.number() });

// A string, because it runs in the page, whose globals TypeScript does not know here.
const watch = `(() => {
  const frame = document.querySelector('[role=group][aria-label$=" table"]');
  const frameCounts = { frames: 0, waiting: 0 };
  let request = requestAnimationFrame(function look() {
    request = requestAnimationFrame(look);
    frameCounts.frames += 1;
    const end = frame.querySelector('table + [role=status]');
    if (end && end.getBoundingClientRect().top < frame.getBoundingClientRect().bottom) frameCounts.waiting += 1;
  });
  window.stopWatching = () => {
    cancelAnimationFrame(request);
    return frameCounts;
  };
})()`;

/** Observes each frame of a page's member table while `work` runs. */
export async function watchRows<T>(
  page: Page,
  work: () => Promise<T>,
): Promise<{ done: T; frameCounts: FrameCounts }> {
  await page.evaluate(watch);
  const done = await work();
  return { done, frameCounts: frameCounts.parse(await page.evaluate('window.stopWatching()')) };
}
