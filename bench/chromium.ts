import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../scripts/system-packages.ts';

/** Debian's Chromium, with switches that stop it from contacting Google at start-up. */
export function launchChromium(...more: string[]): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}
