import type { Page } from '@playwright/test';
import { z } from 'zod';

/** What was seen of a table while it was scrolled. */
export interface Sight {
  frames: number;
  /** Frames in which the end of what was loaded was in sight although there was more. */
  waiting: number;
}

const sight = z.object({ frames: z.number(), waiting: z.number() });

// A text: it runs in the page, whose names Node.js does not know.
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

/** Looks at each frame that is drawn of a page's table of members while `work` is under way. */
export async function watchRows<T>(page: Page, work: () => Promise<T>): Promise<{ done: T; sight: Sight }> {
  await page.evaluate(watch);
  const done = await work();
  return { done, sight: sight.parse(await page.evaluate('window.stopWatching()')) };
}
