import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test was skipped. */
    skipped?: string;
  }
}

/** Skips the running test. The last lines of `npm test` give the reason; a test skipped without one fails a CI run. */
export function skipBecause({ task, skip }: TestContext, reason: string): never {
  task.meta.skipped = reason;
  return skip(reason);
}
