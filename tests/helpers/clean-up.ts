import { onTestFinished, TestRunner } from 'vitest';

type CleanUp = () => Promise<void>;

const atEndOfFile: CleanUp[] = [];

/**
 * Runs `work` when the current test ends, or, called outside a test (as in `beforeAll`), when its file ends. Work is
 * run in reverse order. Not for concurrent tests, since it cannot tell which of them calls.
 */
export function cleanUpAfterwards(work: CleanUp): void {
  if (TestRunner.getCurrentTest()) onTestFinished(work);
  else atEndOfFile.push(work);
}

/** Called once per file by tests/setup/clean-up.ts. */
export async function cleanUpFile(): Promise<void> {
  for (const work of atEndOfFile.splice(0).reverse()) await work();
}
