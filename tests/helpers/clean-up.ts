import { onTestFinished, TestRunner } from 'vitest';

type CleanUp = () => Promise<void>;

const atEndOfFile: CleanUp[] = [];

/**
 * Has `work` done when the running test ends, or, called outside of a test (in `beforeAll`, say), when its
 * file ends. Last registered, first done. Not for concurrent tests: it cannot tell which of them calls.
 */
export function cleanUpAfterwards(work: CleanUp): void {
  if (TestRunner.getCurrentTest()) onTestFinished(work);
  else atEndOfFile.push(work);
}

/** Called once for each file, by tests/setup/clean-up.ts. */
export async function cleanUpFile(): Promise<void> {
  for (const work of atEndOfFile.splice(0).reverse()) await work();
}
