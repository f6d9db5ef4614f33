import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openState } from './open-state.ts';
import type { ScreenState } from './screen-state.ts';
import type { World } from './world.ts';

/** A phone, a tablet and a desktop; the first two are touch devices. */
export const devices = [
  { width: 390, height: 844, hasTouch: true },
  { width: 768, height: 1024, hasTouch: true },
  { width: 1440, height: 900, hasTouch: false },
] as const;
export type Device = (typeof devices)[number];

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** The name of a picture's file. */
export function pictureFile(name: string, width: number, scheme: Scheme): string {
  return join(`${width}-${scheme}`, `${name}.png`);
}

/** Takes a state's pictures on one device in both schemes. Throws if the state cannot be reached. */
export async function takePictures(
  browser: Browser,
  world: World,
  state: ScreenState,
  { width, height, hasTouch }: Device,
  folder: string,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch,
    isMobile: hasTouch,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(30_000);
  try {
    const page = await context.newPage();
    await openState(page, world, state);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      await page.screenshot({
        path: join(folder, pictureFile(state.name, width, colorScheme)),
        fullPage: true,
        animations: 'disabled',
      });
    }
  } finally {
    await leave(context);
  }
}

/** Scrolls to the top, where sticky headers belong, and waits for fonts and animations. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('scrollTo(0, 0)');
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done)))');
}

async function leave(context: BrowserContext): Promise<void> {
  // Requests that were held for a picture are never answered.
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}
