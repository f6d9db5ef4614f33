import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

export type TestOutcome = 'passed' | 'failed' | 'timed out';

/** Vitest kept running between runs, so that a run costs what its tests cost: no start-up, no new PostgreSQL. */
export interface WarmTests {
  /** Runs test files, given by their paths in the project. Ends after `limitMs` at the latest. */
  run(files: readonly string[], limitMs: number): Promise<TestOutcome>;
  /** Must be called when a source file has changed. */
  changed(file: string): void;
  close(): Promise<void>;
}

export async function startWarmTests(root: string): Promise<WarmTests> {
  const vitest = await createVitest('test', {
    root,
    config: join(root, 'vitest.config.ts'),
    watch: false,
    reporters: [{}],
    // A mutant's modules must not outlive its run.
    isolate: true,
    env: { TEST_DATABASES: 'fresh' },
    // A fault may leave a test waiting.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  });
  return {
    async run(files, limitMs) {
      const wanted = new Set(files.map((file) => join(root, file)));
      const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) =>
        wanted.has(moduleId),
      );
      if (specifications.length !== wanted.size) throw new Error(`No such tests: ${files.join(', ')}`);
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        endWorkers();
      }, limitMs);
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      clearTimeout(timer);
      if (late) return 'timed out';
      // Vitest also returns the modules of earlier runs, some of which a fault has failed.
      const ran = testModules.filter(({ moduleId }) => wanted.has(moduleId));
      // A fault in a test file's imports leaves it without a test.
      const passed = ran.every((module) => module.ok()) && unhandledErrors.length === 0;
      return passed && ran.length > 0 ? 'passed' : 'failed';
    },
    changed: (file) => vitest.invalidateFile(join(root, file)),
    async close() {
      await vitest.close();
      // Vitest sets it to 1 after a failed test; here that is a mutant found.
      process.exitCode = 0;
    },
  };
}

/** A loop that a fault made endless keeps its process from taking any message. */
function endWorkers(): void {
  spawnSync('pkill', ['-KILL', '-P', String(process.pid), '-f', 'vitest/dist/workers']);
}
