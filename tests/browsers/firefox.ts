import { launch, type Page } from 'puppeteer-core';
import type { Browser, Tab } from './driver.ts';

/** Starts Firefox, which speaks WebDriver BiDi without another program. */
export async function startFirefox(executablePath: string): Promise<Browser> {
  const args = ['--width=1280', '--height=900'];
  const browser = await launch({ browser: 'firefox', executablePath, args, defaultViewport: null });
  return {
    newTab: async () => tabOf(await browser.newPage()),
    clearCookies: async () => void (await browser.deleteMatchingCookies(...(await browser.cookies()))),
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  return {
    async goto(url) {
      await page.goto(url);
    },
    evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    show: () => page.bringToFront(),
    close: () => page.close(),
  };
}
