import type { Bound } from '#server/limits/bounds.ts';
import { createLimiter } from '#server/limits/limiter.ts';
import type { TestApp } from './app.ts';

/** As if others had used up all but `left` points of a bound. */
export async function exhaust(
  { deps, store }: TestApp,
  name: string,
  key: string,
  { points, seconds }: Bound,
  left = 0,
): Promise<void> {
  const counters = { db: store.db, secret: deps.config.authSecret };
  await createLimiter(counters, { name, points, seconds }).set(key, points - left, seconds);
}
