import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { seedMembers } from '../scripts/seed-members.ts';
import { startProcess } from './bench-process.ts';
import { launchChromium } from './chromium.ts';
import type { Row } from './row.ts';
import { median, percentile } from './statistics.ts';

const submissions = 10_000;
/** Two of five seeded members have submitted. */
const members = submissions * 2.5;
const presses = 60;
/** Milliseconds between two presses; nobody judges a project faster. */
const pause = 400;
/** Milliseconds. */
const bound = 100;

const keys = [
  { key: 'j', what: 'next' },
  { key: 'e', what: 'reviewed and next' },
];

/** Time from a key press on the review desk until the next submission is on screen, at 10,000 submissions. */
export async function reviewRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-review-'));
  try {
    const store = openStore({ dataDir });
    await migrate(store);
    await seedMembers(store, members);
    await store.close();
    return await measure(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(dataDir: string): Promise<Row[]> {
  const portal = await startProcess('server/main.ts', dataDir);
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.request.post(`${portal.url}/api/admin/sign-in`, {
      headers: { Origin: portal.url },
      data: { email: 'admin@sdc.example', password: 'bench-administrator' },
    });
    const page = await context.newPage();
    await page.goto(`${portal.url}/admin/review`, { waitUntil: 'networkidle' });
    await page.locator('article[data-uid]').waitFor();
    await page.evaluate(watch);
    const rows: Row[] = [];
    for (const { key, what } of keys) rows.push(rowOf(what, await timesOf(page, key)));
    return rows;
  } finally {
    await browser.close();
    await portal.stop();
  }
}

function rowOf(what: string, times: number[]): Row {
  if (times.length < presses) throw new Error(`only ${times.length} of ${presses} key presses were followed`);
  return {
    id: `14 ${what}`,
    what: `p95 from a key press on the review desk (${what}) to the next submission on screen, ${submissions} submissions`,
    value: percentile(times, 0.95),
    unit: 'ms',
    bound: { atMost: bound },
    note: `median ${median(times).toFixed(0)} ms of ${times.length}`,
  };
}

// A string, because it runs in the page, whose globals TypeScript does not know here.
const watch = `(() => {
  const shown = () => document.querySelector('article[data-uid]')?.getAttribute('data-uid');
  let former = shown();
  let pressed = 0;
  document.addEventListener('keydown', (event) => { pressed = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    const now = shown();
    if (!now || now === former) return;
    former = now;
    // After the frame that shows it.
    requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - pressed)));
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
})()`;

const milliseconds = z.array(z.number());

async function timesOf(page: Page, key: string): Promise<number[]> {
  await page.evaluate('window.times = []');
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key);
    // Not `waitForFunction`, which evaluates strings as the portal's policy forbids.
    while (!(await page.evaluate<boolean>(`window.times.length > ${press}`))) await wait(20);
    await wait(pause);
  }
  return milliseconds.parse(await page.evaluate('window.times'));
}
