import { defineConfig } from '@playwright/test';
import { chromiumSwitches, findChromium } from './scripts/system-packages.ts';
import type { EngineOption } from './tests/helpers/fixtures.ts';

// `npm test` installs it where it is missing. Playwright run by itself takes the one that is there.
const executablePath = findChromium();

export default defineConfig<object, EngineOption>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  snapshotPathTemplate: 'tests/screens/snapshots/{arg}{ext}',
  // A worker's tests share one portal but no member, so that those of one file can run in both workers.
  fullyParallel: true,
  workers: 2,
  // A test that fails once has found a fault, in the portal or in itself (docs/decisions/tests.md).
  retries: 0,
  maxFailures: 10,
  forbidOnly: Boolean(process.env.CI),
  // Bounds for what hangs; a busy machine with two cores gets nowhere near the times of a quiet one.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    // What waits for something that never comes ends before the test, so that the report names it.
    actionTimeout: 45_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    // Recording every test costs a quarter of the run; `--trace on` records those that are looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumSwitches },
  },
  projects: [
    // The journeys only, in one worker, since each worker starts a separate server. First, so that the other one is busy too.
    { name: 'postgres', use: { engine: 'postgres' }, grep: /@engines/, workers: 1 },
    // Drawing every frame of a transition or spinner costs a tenth of a test (docs/decisions/tests.md). The journeys on
    // PostgreSQL run with motion.
    { name: 'sqlite', use: { engine: 'sqlite', contextOptions: { reducedMotion: 'reduce' } } },
  ],
});
