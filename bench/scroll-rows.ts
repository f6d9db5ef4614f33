import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession, Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { seedMembers } from '../scripts/seed-members.ts';
import { startProcess } from './bench-process.ts';
import { launchChromium } from './chromium.ts';
import { recordTasks, type Task } from './main-thread.ts';
import type { Row } from './row.ts';
import { type FrameCounts, watchRows } from './watch-rows.ts';

const members = 100_000;
/** Milliseconds; the W3C definition of a long task. */
const longTask = 50;
const runs = 2;

/** A table, a device, and a way of scrolling. */
interface Scroll {
  path: string;
  table: string;
  width: number;
  height: number;
  touch: boolean;
}

const tables = [
  { path: '/admin', table: 'Users table' },
  { path: '/admin-dashboard', table: 'Project Submissions table' },
];
const devices = [
  { width: 390, height: 844, touch: true },
  { width: 1440, height: 900, touch: false },
];

/** Rows loaded before the measurement, so that costs which grow with the number of rows show. */
const loadedBefore = 2_000;
/** Wheel speed in pixels per second, and total distance. */
const wheel = { speed: 5_000, distance: 60_000 };
/** Consecutive thumb flicks: distance in pixels, moves per flick, and the pause between flicks in milliseconds. */
const flicks = { count: 40, distance: 480, moves: 6, pause: 150 };

interface Run extends FrameCounts {
  tasks: Task[];
  rows: number;
}

/** Row 4: scrolls both tables through thousands of 100,000 members, by wheel and by touch, and records the browser. */
export async function scrollRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-scroll-'));
  try {
    const store = openStore({ dataDir });
    await migrate(store);
    await seedMembers(store, members);
    await store.close();
    return await measureScrolls(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Like `scrollRows`, with existing members. */
async function measureScrolls(dataDir: string): Promise<Row[]> {
  const portal = await startProcess('server/main.ts', dataDir);
  const browser = await launchChromium();
  try {
    const rows: Row[] = [];
    for (const table of tables) {
      for (const device of devices) {
        const scroll = { ...table, ...device };
        const measured: Run[] = [];
        for (let run = 0; run < runs; run += 1) measured.push(await measure(browser, portal.url, scroll));
        rows.push(rowOf(scroll, measured));
      }
    }
    return rows;
  } finally {
    await browser.close();
    await portal.stop();
  }
}

/** Judged by CPU time: wall time also counts what else the machine does. */
function rowOf({ path, width, touch }: Scroll, measured: Run[]): Row {
  const tasks = measured.flatMap((run) => run.tasks);
  const longest = (of: keyof Task) => Math.max(...tasks.map((task) => task[of])).toFixed(0);
  const tooLong = (of: keyof Task) => tasks.filter((task) => task[of] > longTask).length;
  const sum = (of: 'rows' | 'frames' | 'waiting') => measured.reduce((total, run) => total + run[of], 0);
  return {
    id: `4 ${path} ${width}`,
    what: `tasks over ${longTask} ms while ${path} is scrolled ${touch ? 'by finger' : 'by wheel'} at ${width} px, ${members} members`,
    value: tooLong('cpuMs'),
    unit: 'tasks',
    bound: { atMost: 0 },
    note:
      `longest ${longest('cpuMs')} ms of ${tasks.length} ` +
      `(by the clock ${longest('ms')} ms, ${tooLong('ms')}); ${sum('rows')} rows; ` +
      `${sum('waiting')} of ${sum('frames')} frames without the next rows`,
  };
}

async function measure(browser: Browser, url: string, scroll: Scroll): Promise<Run> {
  const { path, table, width, height, touch } = scroll;
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, isMobile: touch });
  try {
    await context.request.post(`${url}/api/admin/sign-in`, {
      headers: { Origin: url },
      data: { email: 'admin@sdc.example', password: 'bench-administrator' },
    });
    const page = await context.newPage();
    await page.goto(`${url}${path}`);
    const frame = page.getByRole('group', { name: table });
    await frame.locator('[data-index="0"]').waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^Live$/ })
      .waitFor();
    await frame.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    while ((await lastIndex(page)) < loadedBefore) {
      await frame.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    }
    const start = await lastIndex(page);
    const devtools = await context.newCDPSession(page);
    const { done: tasks, frameCounts } = await watchRows(page, () =>
      recordTasks(devtools, () => (touch ? flick : turnWheel)(devtools, frame)),
    );
    return { ...frameCounts, tasks, rows: (await lastIndex(page)) - start };
  } finally {
    await context.close();
  }
}

/** Turns the wheel over the middle of the table, as native input. */
async function turnWheel(devtools: CDPSession, frame: Locator): Promise<void> {
  const { x, y, width, height } = await boxOf(frame);
  await devtools.send('Input.synthesizeScrollGesture', {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: -wheel.distance,
    speed: wheel.speed,
    gestureSourceType: 'mouse',
  });
}

/** Flicks up the table with a finger, so that it scrolls on by momentum. */
async function flick(devtools: CDPSession, frame: Locator): Promise<void> {
  const box = await boxOf(frame);
  const x = box.x + box.width / 2;
  const bottom = box.y + box.height * 0.9;
  for (let count = 0; count < flicks.count; count += 1) {
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: bottom }] });
    for (let move = 1; move <= flicks.moves; move += 1) {
      const y = bottom - (flicks.distance * move) / flicks.moves;
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
    }
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await wait(flicks.pause);
  }
}

async function boxOf(frame: Locator) {
  const box = await frame.boundingBox();
  if (!box) throw new Error('no table');
  return box;
}

async function lastIndex(page: Page): Promise<number> {
  const index = await page.locator('[role=row][data-index]').last().getAttribute('data-index');
  return z.coerce.number().parse(index) + 1;
}
