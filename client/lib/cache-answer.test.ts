import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { cacheAnswer } from './cache-answer.ts';

it.each([
  ['a first load', undefined],
  ['a later one', 'before'],
])('keeps what a write returned although %s ends after it', async (_load, before) => {
  const client = new QueryClient();
  const queryKey = ['list'];
  if (before) client.setQueryData(queryKey, before);
  const held = Promise.withResolvers<string>();
  const observer = new QueryObserver(client, { queryKey, queryFn: () => held.promise });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => client.isFetching()).toBe(1);
  await cacheAnswer(client, queryKey, 'saved');
  held.resolve('older');
  await held.promise;
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(observer.getCurrentResult().data).toBe('saved');
  stop();
  client.clear();
});
