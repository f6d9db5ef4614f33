import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { screenStates } from '#tests/screens/all-states.ts';
import { writeContactSheet } from '#tests/screens/contact-sheet.ts';
import type { ScreenState } from '#tests/screens/screen-state.ts';
import { devices, takePictures } from '#tests/screens/take-pictures.ts';
import { createWorld } from '#tests/screens/world.ts';
import { buildClientIfStale } from './build-client.ts';
import { root } from './run-command.ts';
import { chromiumSwitches, ensureTestBrowser } from './system-packages.ts';

const usage = `Usage: npm run screens                     pictures of the screens in their main states, into screens/,
                                           and the contact sheet docs/screens.webp
       npm run screens -- login timeline   only of those whose names begin so`;

const folder = join(root, 'screens');
/** One per core of a small machine. */
const atOnce = 2;

const beginnings = process.argv.slice(2);
const states = screenStates.filter(
  ({ name }) => beginnings.length === 0 || beginnings.some((beginning) => name.startsWith(beginning)),
);
if (states.length === 0) {
  console.error(`${usage}\n\nThe states: ${screenStates.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

buildClientIfStale();
const browser = await chromium.launch({ executablePath: await ensureTestBrowser(), args: chromiumSwitches });
try {
  const missed = await takeAll(browser, states);
  console.log(`The pictures are in ${folder}.`);
  if (states.length === screenStates.length) {
    const file = join(root, 'docs', 'screens.webp');
    await writeContactSheet(browser, folder, file);
    console.log(`Wrote ${file}.`);
  }
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  await browser.close();
}

/** Takes the pictures of all states, and returns the number of states reached. The others are reported. */
async function takeAll(browser: Browser, states: readonly ScreenState[]): Promise<number> {
  if (states.length === screenStates.length) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const world = createWorld();
  const work = states.flatMap((state) =>
    devices.filter(({ width }) => !state.phoneOnly || width < 500).map((device) => ({ state, device })),
  );
  let missed = 0;
  async function takeInTurn(): Promise<void> {
    for (let next = work.shift(); next; next = work.shift()) {
      const { state, device } = next;
      try {
        await takePictures(browser, world, state, device, folder);
        console.log(`${state.name} at ${device.width} px`);
      } catch (error) {
        missed += 1;
        console.error(`MISSED ${state.name} at ${device.width} px: ${String(error)}`);
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, takeInTurn));
  } finally {
    await world.discard();
  }
  return missed;
}
