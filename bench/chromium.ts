import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../scripts/system-packages.ts';

/** Debian's Chromium, which without these calls Google's hosts at every start. */
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
