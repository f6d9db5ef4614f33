import { expect, it, vi } from 'vitest';

it.fails('an error on the console fails the test', () => {
  // biome-ignore lint/suspicious/noConsole: this is what must fail.
  console.error('(expected here: the test of the watch on the console)');
});

it.fails('a warning on the console fails the test', () => {
  // biome-ignore lint/suspicious/noConsole: this is what must fail.
  console.warn('(expected here: the test of the watch on the console)');
});

it('an expected one does not', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  // biome-ignore lint/suspicious/noConsole: this is what may pass.
  console.error('expected');
  expect(error).toHaveBeenCalledExactlyOnceWith('expected');
});
