import { expect, it, vi } from 'vitest';

it.each(['error', 'warn'] as const)('console.%s fails the test', { fails: true }, (method) => {
  // biome-ignore lint/suspicious/noConsole: this is what must fail.
  console[method]('(expected here: the test of the watch on the console)');
});

it('an expected one does not', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  // biome-ignore lint/suspicious/noConsole: this is what may pass.
  console.error('expected');
  expect(error).toHaveBeenCalledExactlyOnceWith('expected');
});
