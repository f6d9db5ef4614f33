import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { pictureFile, type Scheme } from './take-pictures.ts';

interface Frame {
  name: string;
  width: keyof typeof heights;
  scheme: Scheme;
}

/** The screens in README and docs/design.md: the first pages of a visitor, a member and the administrator. */
const rows: readonly (readonly Frame[])[] = [
  [
    { name: 'login', width: 1440, scheme: 'light' },
    { name: 'dashboard', width: 1440, scheme: 'light' },
    { name: 'timeline-track', width: 1440, scheme: 'dark' },
  ],
  [
    { name: 'register', width: 390, scheme: 'light' },
    { name: 'dashboard', width: 390, scheme: 'light' },
    { name: 'timeline-track', width: 390, scheme: 'light' },
    { name: 'user-task', width: 390, scheme: 'light' },
    { name: 'timeline-under-review', width: 390, scheme: 'dark' },
    { name: 'dashboard-reviewed', width: 390, scheme: 'dark' },
    { name: 'admin-dashboard', width: 390, scheme: 'dark' },
    { name: 'admin-member', width: 390, scheme: 'dark' },
  ],
  [
    { name: 'admin-dashboard', width: 1440, scheme: 'light' },
    { name: 'admin-users', width: 1440, scheme: 'dark' },
    { name: 'review', width: 1440, scheme: 'light' },
  ],
];

/** How much of each picture is shown, measured from its top. */
const heights = { 390: 844, 1440: 900 } as const;
const sheetWidth = 1800;
const gap = 24;

/** Combines the pictures in `folder` into one sheet and writes it as WebP. */
export async function writeContactSheet(browser: Browser, folder: string, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: sheetWidth, height: 800 } });
  try {
    const html = join(folder, 'sheet.html');
    await writeFile(html, sheet());
    await page.goto(pathToFileURL(html).href);
    const height = await page.evaluate<number>('document.body.offsetHeight');
    await page.setViewportSize({ width: sheetWidth, height });
    // Playwright supports only PNG and JPEG.
    const devTools = await page.context().newCDPSession(page);
    const { data } = await devTools.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 80,
      // Sharp on high-density screens.
      clip: { x: 0, y: 0, width: sheetWidth, height, scale: 1.5 },
    });
    await writeFile(file, Buffer.from(data, 'base64'));
  } finally {
    await page.close();
  }
}

function sheet(): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Contact sheet</title>
<style>
  body { display: grid; gap: ${gap}px; box-sizing: border-box; width: ${sheetWidth}px; margin: 0; padding: ${gap}px;
    background: #dcdcd0; }
  div { display: grid; gap: ${gap}px; }
  img { width: 100%; object-fit: cover; object-position: top; border-radius: 6px; }
</style>
${rows.map(line).join('\n')}
</html>
`;
}

function line(row: readonly Frame[]): string {
  const columns = row.map(({ width }) => `minmax(0, ${width}fr)`).join(' ');
  return `<div style="grid-template-columns: ${columns}">${row.map(frame).join('')}</div>`;
}

function frame({ name, width, scheme }: Frame): string {
  return `<img src="${pictureFile(name, width, scheme)}" alt="" style="aspect-ratio: ${width} / ${heights[width]}">`;
}
