import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { fetchNewer } from './fetch-newer.ts';

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
    const fetched = fetchNewer(client, ['member']);
    expect(requests).toHaveLength(1);
    if (which === 'a first request') requests[0]?.resolve('old');
    else requests[0]?.reject(new Error('refused'));
    await expect.poll(() => requests.length).toBe(2);
    requests[1]?.resolve('new');
    await fetched;
    expect(client.getQueryData(['member'])).toBe('new');
    stop();
  },
);

test('data that is there is fetched again at once', async () => {
  const { requests, stop } = observe();
  requests[0]?.resolve('old');
  await expect.poll(() => client.getQueryData(['member'])).toBe('old');
  const fetched = fetchNewer(client, ['member']);
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.resolve('new');
  await fetched;
  expect(client.getQueryData(['member'])).toBe('new');
  stop();
});
