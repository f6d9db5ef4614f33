import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadUntilDone } from './load-until-done.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function failing(times: number) {
  let calls = 0;
  return vi.fn(async () => {
    calls += 1;
    if (calls <= times) throw new TypeError('Failed to fetch dynamically imported module');
    return 'module';
  });
}

test('a module that cannot be loaded is requested again, less and less often', async () => {
  const load = failing(7);
  const loaded = loadUntilDone(load);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(4_000 + 8_000 + 16_000 + 32_000);
  expect(load).toHaveBeenCalledTimes(6);
  await vi.advanceTimersByTimeAsync(60_000 + 60_000);
  expect(await loaded).toBe('module');
});

test('an aborted load ends the retries and returns nothing', async () => {
  const load = failing(100);
  const gone = new AbortController();
  const loaded = loadUntilDone(load, gone.signal);
  await vi.advanceTimersByTimeAsync(2_000);
  gone.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loaded).toBeUndefined();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a module that arrives after the abort is not returned', async () => {
  const gone = new AbortController();
  const loaded = loadUntilDone(async () => 'module', gone.signal);
  gone.abort();
  expect(await loaded).toBeUndefined();
});
