import { format } from 'node:util';
import { afterAll, afterEach, beforeEach } from 'vitest';

const watched = ['error', 'warn'] as const;
const said: string[] = [];

/**
 * An unexpected warning fails the test. A test that expects one mocks the method, which replaces this
 * watch until the test ends: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
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

// Output while the file loads fails its first test.
beforeEach(failIfAnythingWasSaid);
afterEach(failIfAnythingWasSaid);
afterAll(failIfAnythingWasSaid);
