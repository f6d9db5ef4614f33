import type { Page } from '@playwright/test';
import { z } from 'zod';

/** What was observed of a table while it was scrolled. */
export interface Sight {
  frames: number;
  /** Frames in which the reader saw the end of the loaded rows although there were more. */
  waiting: number;
}

const sight = z.object({ frames: z.number(), waiting: z.number() });

// A string, because it runs in the page, whose globals TypeScript does not know here.
const watch = `(() => {
  const frame = document.querySelector('[role=group][aria-label$=" table"]');
  const sight = { frames: 0, waiting: 0 };
  let request = requestAnimationFrame(function look() {
    request = requestAnimationFrame(look);
    sight.frames += 1;
    const end = frame.querySelector('table + [role=status]');
    if (end && end.getBoundingClientRect().top < frame.getBoundingClientRect().bottom) sight.waiting += 1;
  });
  window.stopWatching = () => {
    cancelAnimationFrame(request);
    return sight;
  };
})()`;

/** Observes each frame of a page's member table while `work` runs. */
export async function watchRows<T>(page: Page, work: () => Promise<T>): Promise<{ done: T; sight: Sight }> {
  await page.evaluate(watch);
  const done = await work();
  return { done, sight: sight.parse(await page.evaluate('window.stopWatching()')) };
}
