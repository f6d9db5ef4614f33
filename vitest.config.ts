import { defineConfig } from 'vitest/config';
import { WaitingFirst } from './tests/setup/waiting-first.ts';

// A rule that holds only in the developer's time zone is wrong. The log names the zone, and `TZ=…` repeats it. CI takes the
// one that is furthest ahead, so that a failure there has its cause in the change.
const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'Asia/Kolkata',
  'Europe/Berlin',
];
process.env.TZ ??= process.env.CI ? 'Pacific/Kiritimati' : zones[Math.floor(Math.random() * zones.length)];
process.stdout.write(`Time zone of the unit tests: ${process.env.TZ}\n`);

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: [
      ...['tests/setup/clean-up.ts', 'tests/setup/fail-on-console.ts', 'tests/setup/cheap-hashes.ts'],
      'tests/setup/same-examples.ts',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,server,client,scripts,tests,bench,content}/**/*.test.ts'],
          exclude: ['tests/e2e/**'],
          globalSetup: ['tests/setup/sqlite.ts', 'tests/setup/postgres.ts'],
        },
      },
      // Processes of their own, because a window is global in them.
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['client/**/*.test.tsx'],
          globalSetup: ['tests/setup/sqlite.ts'],
          setupFiles: ['tests/pages/setup.ts'],
        },
      },
    ],
    // Processes, not threads: tests start servers and send signals.
    pool: 'forks',
    // The files of a process share its modules, so that each is loaded once, and its databases (tests/helpers/database-pool.ts).
    isolate: false,
    // One more than a small machine has cores: while files that start programs wait, others compute.
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    // A test waits for conditions, not for time: the limit only ends one that hangs, also on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // A message tells what differs without the report around it.
    chaiConfig: { truncateThreshold: 200 },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    allowOnly: !process.env.CI,
    bail: 10,
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
  },
});
