import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { takeClock } from '#tests/helpers/clock.ts';
import { refetch } from './live-queries.ts';

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => client.clear());

/** Observes a query whose requests the test answers one by one. */
function observe() {
  const requests: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const request = Promise.withResolvers<string>();
    requests.push(request);
    return request.promise;
  };
  const stop = new QueryObserver(client, { queryKey: ['member'], queryFn }).subscribe(() => {});
  return { requests, stop };
}

test.each(['a first request', 'a failing first request'])(
  '%s under way is followed by another',
  async (which) => {
    const { requests, stop } = observe();
    refetch(client, [['member']]);
    expect(requests).toHaveLength(1);
    if (which === 'a first request') requests[0]?.resolve('old');
    else requests[0]?.reject(new Error('refused'));
    await expect.poll(() => requests.length).toBe(2);
    requests[1]?.resolve('new');
    await expect.poll(() => client.getQueryData(['member'])).toBe('new');
    stop();
  },
);

describe('data that changes again and again', () => {
  const key = ['member'];

  /** Data that is shown, with a count of the requests for it. Requests take this many milliseconds. */
  async function show(duration: number) {
    const clock = takeClock({ timers: 'still' });
    const pass = clock.passing;
    let running = 0;
    const queryFn = vi.fn(async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, duration));
      running -= 1;
      return 'data';
    });
    const stop = new QueryObserver(client, { queryKey: key, queryFn }).subscribe(() => {});
    await pass(duration + 1_000);
    queryFn.mockClear();
    return { queryFn, stop, pass };
  }

  test('is fetched immediately, and again after the pause, once for all changes since', async () => {
    const { queryFn, stop, pass } = await show(0);
    refetch(client, [key]);
    await pass(0);
    expect(queryFn).toHaveBeenCalledTimes(1);
    for (let change = 0; change < 10; change += 1) refetch(client, [key]);
    await pass(240);
    expect(queryFn).toHaveBeenCalledTimes(1);
    await pass(20);
    expect(queryFn).toHaveBeenCalledTimes(2);
    await pass(10_000);
    expect(queryFn).toHaveBeenCalledTimes(2);
    stop();
  });

  test('is not fetched twice at a time, and once more after changes during a request', async () => {
    const { queryFn, stop, pass } = await show(2_000);
    refetch(client, [key]);
    await pass(500);
    refetch(client, [key]);
    await pass(1_000);
    expect(queryFn).toHaveBeenCalledTimes(1);
    await pass(10_000);
    expect(queryFn).toHaveBeenCalledTimes(2);
    stop();
  });

  test('is fetched after the first delay, once for all changes meanwhile', async () => {
    const { queryFn, stop, pass } = await show(0);
    for (const delay of [4_000, 1_000, 0]) refetch(client, [key], delay);
    await pass(3_990);
    expect(queryFn).toHaveBeenCalledTimes(0);
    await pass(20);
    expect(queryFn).toHaveBeenCalledTimes(1);
    await pass(10_000);
    expect(queryFn).toHaveBeenCalledTimes(1);
    stop();
  });
});
