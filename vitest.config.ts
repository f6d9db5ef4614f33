import { defineConfig } from 'vitest/config';
import './tests/setup/compile-cache.ts';
import { WaitingFirst } from './tests/setup/waiting-first.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{domain,server,client,scripts,tests,bench,content}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    globalSetup: ['tests/setup/sqlite.ts', 'tests/setup/postgres.ts'],
    setupFiles: ['tests/setup/clean-up.ts', 'tests/setup/fail-on-console.ts', 'tests/setup/cheap-hashes.ts'],
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
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    allowOnly: !process.env.CI,
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
  },
});
