import { format } from 'node:util';
import { afterAll, afterEach, beforeEach } from 'vitest';

const watched = ['error', 'warn'] as const;
const said: string[] = [];

/**
 * A warning that nobody expects is a fault that nobody sees. A test that expects one says so, which takes this
 * watch's place until the test ends: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
for (const method of watched) {
  // biome-ignore lint/suspicious/noConsole: it is what this file watches.
  const print = console[method].bind(console);
  console[method] = (...args: unknown[]) => {
    said.push(`console.${method}: ${format(...args)}`);
    print(...args);
  };
}

function failIfAnythingWasSaid(): void {
  const unexpected = said.splice(0);
  if (unexpected.length > 0) throw new Error(`Unexpected output.\n${unexpected.join('\n')}`);
}

// What was said while the file loaded is no single test's fault, but it is found with the first.
beforeEach(failIfAnythingWasSaid);
afterEach(failIfAnythingWasSaid);
afterAll(failIfAnythingWasSaid);
