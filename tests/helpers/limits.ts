import type { Bound } from '#server/config/bounds.ts';
import { createLimiter, type Limiter } from '#server/limits/limiter.ts';
import type { TestApp } from './app.ts';

/** As if others had used up all but `left` points of a bound. @returns its limiter */
export async function exhaust(
  { deps, store }: TestApp,
  name: string,
  key: string,
  { points, seconds }: Bound,
  left = 0,
): Promise<Limiter> {
  const counters = { db: store.db, secret: deps.config.authSecret };
  const limiter = createLimiter(counters, { name, points, seconds });
  await limiter.forget(key);
  await limiter.add(key, points - left);
  return limiter;
}
